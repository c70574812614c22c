ALTER TABLE "return_cases" ADD COLUMN "followed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "return_cases" ADD COLUMN "paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "return_cases" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "return_cases" ADD COLUMN "package_state" text;--> statement-breakpoint
ALTER TABLE "return_cases" ADD COLUMN "package_status" text;--> statement-breakpoint
CREATE INDEX "return_cases_to_refund" ON "return_cases" USING btree ("shop","finished_at","id") WHERE state = 'done' AND paid_at IS NULL AND closed_at IS NULL;