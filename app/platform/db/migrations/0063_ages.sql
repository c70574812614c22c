ALTER TABLE "jobs" ADD COLUMN "items_deleted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "jobs_with_items" ON "jobs" USING btree ("shop","finished_at") WHERE items_deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX "mails_with_text" ON "mails" USING btree ("shop","ended_at") WHERE html_body <> '';