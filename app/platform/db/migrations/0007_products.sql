CREATE TABLE "products" (
	"shop" text NOT NULL,
	"id" bigint NOT NULL,
	"handle" text NOT NULL,
	"title" text NOT NULL,
	"vendor" text NOT NULL,
	"product_type" text NOT NULL,
	"status" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"collections" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"media" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"mirrored_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "stale_products" (
	"shop" text NOT NULL,
	"product_id" bigint NOT NULL,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stale_products_shop_product_id_pk" PRIMARY KEY("shop","product_id")
);
--> statement-breakpoint
CREATE TABLE "variants" (
	"shop" text NOT NULL,
	"id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"sku" text,
	"barcode" text,
	"price_cents" bigint NOT NULL,
	"compare_at_price_cents" bigint,
	"unit_cost_cents" bigint,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "variants_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE INDEX "products_by_handle" ON "products" USING btree ("shop","handle","id");--> statement-breakpoint
CREATE INDEX "variants_of_product" ON "variants" USING btree ("shop","product_id","position","id");--> statement-breakpoint
CREATE INDEX "variants_by_sku" ON "variants" USING btree ("shop","sku","id");--> statement-breakpoint
CREATE INDEX "variants_sku_search" ON "variants" USING gin (lower("sku") gin_trgm_ops);--> statement-breakpoint
CREATE VIEW "public"."products_of_shop" AS (select "shop", "id", "handle", "title", "vendor", "product_type", "status", "tags", "collections", "media", "created_at", "updated_at", "mirrored_at" from "products" where "products"."shop" = current_setting('app.shop'));--> statement-breakpoint
CREATE VIEW "public"."variants_of_shop" AS (select "shop", "id", "product_id", "position", "title", "sku", "barcode", "price_cents", "compare_at_price_cents", "unit_cost_cents", "updated_at" from "variants" where "variants"."shop" = current_setting('app.shop'));