CREATE TABLE "price_schedule_skus" (
	"shop" text NOT NULL,
	"sku" text NOT NULL,
	CONSTRAINT "price_schedule_skus_shop_sku_pk" PRIMARY KEY("shop","sku")
);
--> statement-breakpoint
DROP INDEX "price_schedules_search";--> statement-breakpoint
CREATE INDEX "price_schedule_skus_search" ON "price_schedule_skus" USING gin (lower("sku") gin_trgm_ops);--> statement-breakpoint
CREATE VIEW "public"."price_schedule_skus_of_shop" AS (select "shop", "sku" from "price_schedule_skus" where "price_schedule_skus"."shop" = current_setting('app.shop'));