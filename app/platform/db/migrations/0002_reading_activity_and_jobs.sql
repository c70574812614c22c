ALTER TABLE "audit_entries" ADD COLUMN "flag" text;--> statement-breakpoint
CREATE INDEX "audit_by_action" ON "audit_entries" USING btree ("shop","action","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_by_flag" ON "audit_entries" USING btree ("shop","flag","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_by_job" ON "audit_entries" USING btree ("shop","job_id","id" DESC NULLS FIRST) WHERE "audit_entries"."job_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit_entries" USING btree ("shop","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "jobs_of_a_person" ON "jobs" USING btree ("shop","started_by_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);