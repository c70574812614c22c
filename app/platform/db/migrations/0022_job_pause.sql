DROP INDEX "jobs_unfinished";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "paused_by_name" text;--> statement-breakpoint
CREATE INDEX "jobs_unfinished" ON "jobs" USING btree ("shop","kind") WHERE state IN ('queued', 'running', 'paused');