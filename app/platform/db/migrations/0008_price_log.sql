CREATE TABLE "announced_prices" (
	"shop" text NOT NULL,
	"variant_id" bigint NOT NULL,
	"price_cents" bigint NOT NULL,
	"compare_at_cents" bigint,
	"source" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"announced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "announced_prices_shop_variant_id_pk" PRIMARY KEY("shop","variant_id")
);
--> statement-breakpoint
CREATE TABLE "price_log" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"variant_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"sku" text,
	"title" text NOT NULL,
	"currency" text NOT NULL,
	"previous_cents" bigint,
	"current_cents" bigint,
	"previous_compare_at_cents" bigint,
	"compare_at_cents" bigint,
	"change_percent" numeric(22, 2) GENERATED ALWAYS AS (round((current_cents - previous_cents) * 100.0 / nullif(previous_cents, 0), 2)) STORED,
	"price_list_id" bigint NOT NULL,
	"customer_type" text NOT NULL,
	"source" text,
	"actor_id" text,
	"actor_name" text,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_log_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "price_log_counts" (
	"shop" text NOT NULL,
	"day" date NOT NULL,
	"id" bigserial NOT NULL,
	"of_price_lists" boolean NOT NULL,
	"entries" integer NOT NULL,
	CONSTRAINT "price_log_counts_shop_day_id_pk" PRIMARY KEY("shop","day","id")
);
--> statement-breakpoint
CREATE TABLE "price_log_skus" (
	"shop" text NOT NULL,
	"sku" text NOT NULL,
	CONSTRAINT "price_log_skus_shop_sku_pk" PRIMARY KEY("shop","sku")
);
--> statement-breakpoint
CREATE TABLE "recorded_price_lists" (
	"shop" text NOT NULL,
	"id" bigint NOT NULL,
	"name" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recorded_price_lists_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "recorded_prices" (
	"shop" text NOT NULL,
	"price_list_id" bigint NOT NULL,
	"variant_id" bigint NOT NULL,
	"currency" text NOT NULL,
	"price_cents" bigint NOT NULL,
	"compare_at_cents" bigint,
	"changed_at" timestamp with time zone NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "recorded_prices_shop_price_list_id_variant_id_pk" PRIMARY KEY("shop","price_list_id","variant_id")
);
--> statement-breakpoint
CREATE INDEX "price_log_by_time" ON "price_log" USING btree ("shop","changed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "price_log_by_sku" ON "price_log" USING btree ("shop","sku","changed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "price_log_by_variant" ON "price_log" USING btree ("shop","variant_id","price_list_id","changed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "price_log_skus_search" ON "price_log_skus" USING gin (lower("sku") gin_trgm_ops);--> statement-breakpoint
CREATE VIEW "public"."price_log_of_shop" AS (select "shop", "id", "changed_at", "variant_id", "product_id", "sku", "title", "currency", "previous_cents", "current_cents", "previous_compare_at_cents", "compare_at_cents", "change_percent", "price_list_id", "customer_type", "source", "actor_id", "actor_name", "recorded_at" from "price_log" where "price_log"."shop" = current_setting('app.shop'));--> statement-breakpoint
CREATE VIEW "public"."price_log_skus_of_shop" AS (select "shop", "sku" from "price_log_skus" where "price_log_skus"."shop" = current_setting('app.shop'));