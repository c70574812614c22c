-- Discounts with codes. Runs again when a schema changed, so every statement must be idempotent.
CREATE TABLE IF NOT EXISTS discounts (
  shop text NOT NULL REFERENCES shops (domain),
  id bigint NOT NULL DEFAULT nextval('shopify_id'),
  title text NOT NULL,
  -- What it takes off: a share from 0 to 1, or an amount of the order.
  percentage double precision,
  amount_cents bigint,
  once_per_customer boolean NOT NULL,
  usage_limit integer,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (shop, id),
  CHECK ((percentage IS NULL) <> (amount_cents IS NULL))
);

CREATE TABLE IF NOT EXISTS discount_codes (
  shop text NOT NULL,
  id bigint NOT NULL DEFAULT nextval('shopify_id'),
  discount_id bigint NOT NULL,
  code text NOT NULL,
  PRIMARY KEY (shop, id),
  FOREIGN KEY (shop, discount_id) REFERENCES discounts (shop, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX IF NOT EXISTS discount_codes_code ON discount_codes (shop, lower(code));
CREATE INDEX IF NOT EXISTS discount_codes_discount ON discount_codes (shop, discount_id, id);

-- Orders that redeemed a code. The code's text stays when the code is deleted.
CREATE TABLE IF NOT EXISTS discount_uses (
  shop text NOT NULL,
  order_id bigint NOT NULL,
  discount_id bigint NOT NULL,
  code_id bigint NOT NULL,
  code text NOT NULL,
  customer_id bigint,
  amount_cents bigint NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (shop, order_id, code_id)
);
CREATE INDEX IF NOT EXISTS discount_uses_code ON discount_uses (shop, code_id);
CREATE INDEX IF NOT EXISTS discount_uses_discount ON discount_uses (shop, discount_id, customer_id);

-- Codes that are added in the background.
CREATE TABLE IF NOT EXISTS discount_code_creations (
  shop text NOT NULL,
  id bigint NOT NULL DEFAULT nextval('shopify_id'),
  discount_id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (shop, id)
);
CREATE TABLE IF NOT EXISTS discount_code_creation_codes (
  shop text NOT NULL,
  creation_id bigint NOT NULL,
  position integer NOT NULL,
  code text NOT NULL,
  code_id bigint,
  error_code text,
  error_message text,
  PRIMARY KEY (shop, creation_id, position)
);

-- Codes that are deleted in the background.
CREATE TABLE IF NOT EXISTS discount_code_deletions (
  shop text NOT NULL,
  id uuid NOT NULL,
  discount_id bigint NOT NULL,
  code_ids bigint[] NOT NULL,
  due_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (shop, id)
);
