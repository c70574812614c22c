CREATE TABLE "coupon_batches" (
	"shop" text NOT NULL,
	"pool_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"remote_id" text,
	"attempt" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	CONSTRAINT "coupon_batches_shop_pool_id_pk" PRIMARY KEY("shop","pool_id")
);
--> statement-breakpoint
CREATE TABLE "coupon_codes" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"pool_id" bigint NOT NULL,
	"code" text NOT NULL,
	"redeem_code_number" bigint,
	"state" text DEFAULT 'waiting' NOT NULL,
	"message" text,
	"import_run_id" uuid,
	"import_row" integer,
	"batch_id" uuid,
	"order_id" bigint,
	"order_name" text,
	"assigned_at" timestamp with time zone,
	"mail_id" uuid,
	"redeemed_order_id" bigint,
	"redeemed_order_name" text,
	"redeemed_at" timestamp with time zone,
	"usage_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupon_codes_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "coupon_orders" (
	"shop" text NOT NULL,
	"pool_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"coupon_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupon_orders_shop_pool_id_order_id_pk" PRIMARY KEY("shop","pool_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "coupon_pools" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"name" text NOT NULL,
	"discount_number" bigint,
	"percent" integer,
	"amount_cents" bigint,
	"once_per_customer" boolean NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"assigns" boolean DEFAULT false NOT NULL,
	"product_id" bigint,
	"tag" text,
	"minimum_cents" bigint,
	"alert_level" integer,
	"alert_to" text,
	"alerted_at" timestamp with time zone,
	"owner_id" text NOT NULL,
	"owner_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"usage_read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupon_pools_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_codes_by_code" ON "coupon_codes" USING btree ("shop",lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_codes_one_per_order" ON "coupon_codes" USING btree ("shop","pool_id","order_id") WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "coupon_codes_of_order" ON "coupon_codes" USING btree ("shop","order_id") WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "coupon_codes_free" ON "coupon_codes" USING btree ("shop","pool_id","id") WHERE state = 'free' AND redeemed_at IS NULL;--> statement-breakpoint
CREATE INDEX "coupon_codes_unsent" ON "coupon_codes" USING btree ("shop","pool_id","id") WHERE state IN ('waiting', 'removing');--> statement-breakpoint
CREATE INDEX "coupon_codes_assigned" ON "coupon_codes" USING btree ("shop","pool_id","assigned_at") WHERE assigned_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "coupon_codes_by_date" ON "coupon_codes" USING btree ("shop",coalesce("assigned_at", '-infinity'::timestamptz) DESC,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_codes_of_import" ON "coupon_codes" USING btree ("shop","import_run_id","import_row") WHERE import_run_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "coupon_codes_of_batch" ON "coupon_codes" USING btree ("shop","batch_id") WHERE batch_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "coupon_codes_search" ON "coupon_codes" USING gin (lower("code") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "coupon_orders_waiting" ON "coupon_orders" USING btree ("shop","pool_id","created_at") WHERE coupon_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_pools_by_name" ON "coupon_pools" USING btree ("shop",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_pools_by_discount" ON "coupon_pools" USING btree ("shop","discount_number") WHERE discount_number IS NOT NULL;--> statement-breakpoint
CREATE VIEW "public"."coupon_codes_of_shop" AS (select "shop", "id", "pool_id", "code", "redeem_code_number", "state", "message", "import_run_id", "import_row", "batch_id", "order_id", "order_name", "assigned_at", "mail_id", "redeemed_order_id", "redeemed_order_name", "redeemed_at", "usage_count", "created_at" from "coupon_codes" where "coupon_codes"."shop" = current_setting('app.shop'));