DROP VIEW "public"."products_of_shop";--> statement-breakpoint
DROP VIEW "public"."variants_of_shop";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "description_html" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_published" boolean;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "options" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "is_available" boolean;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "is_tracked" boolean;--> statement-breakpoint
CREATE VIEW "public"."products_of_shop" AS (select "shop", "id", "handle", "title", "vendor", "product_type", "status", "tags", "collections", "media", "metafields", "description_html", "is_published", "published_at", "created_at", "updated_at", "mirrored_at" from "products" where "products"."shop" = current_setting('app.shop'));--> statement-breakpoint
CREATE VIEW "public"."variants_of_shop" AS (select "shop", "id", "product_id", "position", "title", "sku", "barcode", "price_cents", "compare_at_price_cents", "unit_cost_cents", "options", "is_available", "is_tracked", "updated_at" from "variants" where "variants"."shop" = current_setting('app.shop'));