CREATE TABLE "price_schedules" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"sku" text NOT NULL,
	"price_cents" bigint NOT NULL,
	"compare_at_cents" bigint,
	"effective_at" timestamp with time zone NOT NULL,
	"below_mapp" boolean NOT NULL,
	"state" text DEFAULT 'scheduled' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"seen_cents" bigint,
	"message" text,
	"import_run_id" uuid,
	"import_row" integer,
	"job_id" uuid,
	"applied_at" timestamp with time zone,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_schedules_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "scheduled_variants" (
	"shop" text NOT NULL,
	"schedule_id" bigint NOT NULL,
	"variant_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"job_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"previous_cents" bigint,
	"previous_compare_at_cents" bigint,
	"message" text,
	"applied_at" timestamp with time zone,
	CONSTRAINT "scheduled_variants_shop_schedule_id_variant_id_pk" PRIMARY KEY("shop","schedule_id","variant_id")
);
--> statement-breakpoint
CREATE INDEX "price_schedules_by_date" ON "price_schedules" USING btree ("shop","effective_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "price_schedules_by_sku" ON "price_schedules" USING btree ("shop","sku","id");--> statement-breakpoint
CREATE INDEX "price_schedules_search" ON "price_schedules" USING gin (lower("sku") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "price_schedules_due" ON "price_schedules" USING btree ("shop","effective_at") WHERE state = 'scheduled';--> statement-breakpoint
CREATE INDEX "price_schedules_applying" ON "price_schedules" USING btree ("shop","job_id") WHERE state = 'applying';--> statement-breakpoint
CREATE UNIQUE INDEX "price_schedules_one_per_moment" ON "price_schedules" USING btree ("shop","sku","effective_at") WHERE state = 'scheduled';--> statement-breakpoint
CREATE UNIQUE INDEX "price_schedules_of_import" ON "price_schedules" USING btree ("shop","import_run_id","import_row") WHERE import_run_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "scheduled_variants_of_job" ON "scheduled_variants" USING btree ("shop","job_id","product_id");--> statement-breakpoint
CREATE INDEX "scheduled_variants_of_product" ON "scheduled_variants" USING btree ("shop","product_id","variant_id");--> statement-breakpoint
CREATE VIEW "public"."price_schedules_of_shop" AS (select "shop", "id", "sku", "price_cents", "compare_at_cents", "effective_at", "below_mapp", "state", "version", "seen_cents", "message", "import_run_id", "import_row", "job_id", "applied_at", "actor_id", "actor_name", "created_at" from "price_schedules" where "price_schedules"."shop" = current_setting('app.shop'));