DROP INDEX "mails_due";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "is_bulk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("shop","is_bulk","next_attempt_at") WHERE state IN ('queued', 'sending');