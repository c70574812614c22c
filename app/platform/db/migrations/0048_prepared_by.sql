ALTER TABLE "import_runs" ADD COLUMN "prepared_by" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Of runs from before, the one who began them is known.
UPDATE "import_runs" SET "prepared_by" = ARRAY["started_by_id"];
