DROP INDEX "approvals_newest";--> statement-breakpoint
CREATE INDEX "approvals_decided" ON "credit_approvals" USING btree ("shop","decided_at");