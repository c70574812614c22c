CREATE TABLE "metafield_snapshot_values" (
	"shop" text NOT NULL,
	"run_id" uuid NOT NULL,
	"product_id" bigint NOT NULL,
	"handle" text NOT NULL,
	"title" text NOT NULL,
	"metafields" jsonb NOT NULL,
	CONSTRAINT "metafield_snapshot_values_shop_run_id_product_id_pk" PRIMARY KEY("shop","run_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "metafield_snapshots" (
	"shop" text NOT NULL,
	"run_id" uuid NOT NULL,
	"fields" text[] NOT NULL,
	"taken_at" timestamp with time zone,
	CONSTRAINT "metafield_snapshots_shop_run_id_pk" PRIMARY KEY("shop","run_id")
);
--> statement-breakpoint
CREATE TABLE "monitored_metafields" (
	"shop" text NOT NULL,
	"field" text NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"delimiter" text DEFAULT '' NOT NULL,
	CONSTRAINT "monitored_metafields_shop_field_pk" PRIMARY KEY("shop","field")
);
--> statement-breakpoint
DROP VIEW "public"."products_of_shop";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "metafields" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE VIEW "public"."products_of_shop" AS (select "shop", "id", "handle", "title", "vendor", "product_type", "status", "tags", "collections", "media", "metafields", "created_at", "updated_at", "mirrored_at" from "products" where "products"."shop" = current_setting('app.shop'));