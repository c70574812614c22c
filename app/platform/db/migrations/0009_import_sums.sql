ALTER TABLE "import_runs" ADD COLUMN "summary" jsonb;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "question" text;