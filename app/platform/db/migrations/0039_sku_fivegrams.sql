-- All parts of five characters of a text, in lowercase. Null for a shorter text.
CREATE FUNCTION fivegrams(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT substr(lower(value), place, 5)) FROM generate_series(1, length(lower(value)) - 4) AS place
$$;
--> statement-breakpoint
DROP VIEW "public"."price_log_skus_of_shop";--> statement-breakpoint
DROP VIEW "public"."price_schedule_skus_of_shop";--> statement-breakpoint
ALTER TABLE "price_log_skus" ADD COLUMN "fivegrams" text[] GENERATED ALWAYS AS (fivegrams(sku)) STORED;--> statement-breakpoint
ALTER TABLE "price_schedule_skus" ADD COLUMN "fivegrams" text[] GENERATED ALWAYS AS (fivegrams(sku)) STORED;--> statement-breakpoint
CREATE INDEX "price_log_skus_fivegrams" ON "price_log_skus" USING gin ("fivegrams");--> statement-breakpoint
CREATE INDEX "price_schedule_skus_fivegrams" ON "price_schedule_skus" USING gin ("fivegrams");--> statement-breakpoint
CREATE VIEW "public"."price_log_skus_of_shop" AS (select "shop", "sku", "fivegrams" from "price_log_skus" where "price_log_skus"."shop" = current_setting('app.shop'));--> statement-breakpoint
CREATE VIEW "public"."price_schedule_skus_of_shop" AS (select "shop", "sku", "fivegrams" from "price_schedule_skus" where "price_schedule_skus"."shop" = current_setting('app.shop'));