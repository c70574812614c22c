-- UPS's shipments. Runs again when a schema changed, so every statement must be idempotent.
CREATE TABLE IF NOT EXISTS ups_shipments (
  id bigserial PRIMARY KEY,
  shop text NOT NULL,
  tracking_number text NOT NULL UNIQUE,
  -- The package's reference number, which labels can be recovered by.
  reference text,
  -- The request's Shipment.
  shipment jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  voided_at timestamptz,
  -- D: delivered, I: in transit, M: label created.
  tracking_status text NOT NULL DEFAULT 'M'
);
CREATE INDEX IF NOT EXISTS ups_shipments_reference ON ups_shipments (shop, reference);
