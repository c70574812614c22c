-- Salsify's products and export runs. Runs again when a schema changed, so every statement must be idempotent.
CREATE TABLE IF NOT EXISTS salsify_products (
  shop text NOT NULL,
  sku text NOT NULL,
  -- Texts by property. URLs of media are separated by commas.
  properties jsonb NOT NULL,
  PRIMARY KEY (shop, sku)
);
CREATE TABLE IF NOT EXISTS salsify_export_runs (
  id bigserial PRIMARY KEY,
  shop text NOT NULL,
  -- Of the columns.
  properties jsonb NOT NULL,
  started_at timestamptz NOT NULL,
  -- In the signed address of the file.
  signature uuid NOT NULL
);
