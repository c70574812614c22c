DROP VIEW "public"."price_schedules_of_shop";--> statement-breakpoint
DROP INDEX "price_schedules_one_per_moment";--> statement-breakpoint
ALTER TABLE "price_schedules" ADD COLUMN "end_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "price_schedules" ADD COLUMN "return_job_id" uuid;--> statement-breakpoint
CREATE INDEX "price_schedules_by_end" ON "price_schedules" USING btree ("shop","end_at") WHERE end_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "price_schedules_returning" ON "price_schedules" USING btree ("shop","return_job_id") WHERE return_job_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "price_schedules_one_per_moment" ON "price_schedules" USING btree ("shop","sku","effective_at") WHERE state IN ('scheduled', 'paused');--> statement-breakpoint
CREATE VIEW "public"."price_schedules_of_shop" AS (select "shop", "id", "sku", "price_cents", "compare_at_cents", "effective_at", "end_at", "below_mapp", "state", "version", "seen_cents", "message", "import_run_id", "import_row", "job_id", "return_job_id", "applied_at", "actor_id", "actor_name", "created_at" from "price_schedules" where "price_schedules"."shop" = current_setting('app.shop'));