ALTER TABLE "import_mappings" ADD COLUMN "formats" jsonb;--> statement-breakpoint
ALTER TABLE "import_runs" ADD COLUMN "formats" jsonb;