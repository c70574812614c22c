-- Keeps price_schedule_skus in step with price_schedules. A SKU stays when its last price gets another one: a search then finds no price.
CREATE FUNCTION keep_price_schedule_skus() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Most scheduled SKUs are there. The order keeps concurrent writers from deadlocks.
  INSERT INTO price_schedule_skus (shop, sku)
  SELECT DISTINCT shop, sku FROM new_rows
   WHERE NOT EXISTS (SELECT FROM price_schedule_skus AS stored WHERE stored.shop = new_rows.shop AND stored.sku = new_rows.sku)
   ORDER BY 1, 2
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_changed_price_schedule_sku() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_schedule_skus (shop, sku) VALUES (NEW.shop, NEW.sku) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER price_schedule_skus_after_insert AFTER INSERT ON price_schedules
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_price_schedule_skus();
--> statement-breakpoint
-- For each row: a transition table would be filled by each change of a state, too.
CREATE TRIGGER price_schedule_skus_after_update AFTER UPDATE OF sku ON price_schedules
  FOR EACH ROW WHEN (OLD.sku IS DISTINCT FROM NEW.sku) EXECUTE FUNCTION keep_changed_price_schedule_sku();
--> statement-breakpoint
INSERT INTO price_schedule_skus (shop, sku) SELECT DISTINCT shop, sku FROM price_schedules;
