ALTER TABLE "return_cases" ADD COLUMN "dismissed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "return_refunds" ADD COLUMN "dismissed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "return_cases_attempts" ON "return_cases" USING btree ("shop","started_at") WHERE state = 'started' OR (dismissed_at IS NULL AND (state = 'failed' OR failure_reason IS NOT NULL));--> statement-breakpoint
CREATE INDEX "return_refunds_attempts" ON "return_refunds" USING btree ("shop","started_at") WHERE state = 'started' OR (state = 'failed' AND dismissed_at IS NULL);