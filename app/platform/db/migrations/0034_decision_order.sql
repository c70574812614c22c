DROP INDEX "submissions_by_decision";--> statement-breakpoint
CREATE INDEX "submissions_by_decision" ON "submissions" USING btree ("shop","decided_at","id");