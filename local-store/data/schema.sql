-- The local store's own tables. Every row belongs to one shop. Created on every start (openStore), so each
-- statement must be safe to repeat. Numeric ids come from one sequence, as large as Shopify's own.
CREATE SEQUENCE IF NOT EXISTS shopify_id START 7000000000001;

-- Tags compare without regard to case; the index below needs an immutable function to say so. In PL/pgSQL because a
-- search may call it for every row, and an SQL function of this kind costs several times as much.
CREATE OR REPLACE FUNCTION fold_tags(tags text[]) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$ BEGIN RETURN string_to_array(lower(array_to_string(tags, E'\x1f')), E'\x1f'); END $$;

CREATE TABLE IF NOT EXISTS shops (
  domain text PRIMARY KEY,
  id bigint NOT NULL DEFAULT nextval('shopify_id'),
  name text NOT NULL,
  email text NOT NULL,
  currency text NOT NULL,
  iana_timezone text NOT NULL,
  weight_unit text NOT NULL DEFAULT 'POUNDS',
  plan text NOT NULL DEFAULT 'PLUS',
  partner_development boolean NOT NULL DEFAULT true,
  customer_accounts_version text NOT NULL DEFAULT 'NEW_CUSTOMER_ACCOUNTS',
  login_required_at_checkout boolean NOT NULL DEFAULT false,
  store_credit_enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL
);

CREATE TABLE IF NOT EXISTS staff_members (
  shop text NOT NULL REFERENCES shops (domain),
  id bigint NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  is_shop_owner boolean NOT NULL,
  active boolean NOT NULL DEFAULT true,
  locale text NOT NULL DEFAULT 'en',
  PRIMARY KEY (shop, id)
);

CREATE TABLE IF NOT EXISTS apps (
  api_key text PRIMARY KEY,
  secret text NOT NULL,
  url text NOT NULL,
  title text NOT NULL
);

CREATE TABLE IF NOT EXISTS app_installations (
  shop text NOT NULL REFERENCES shops (domain),
  api_key text NOT NULL REFERENCES apps (api_key),
  id bigint NOT NULL DEFAULT nextval('shopify_id'),
  scopes text[] NOT NULL,
  installed_at timestamptz NOT NULL,
  uninstalled_at timestamptz,
  PRIMARY KEY (shop, api_key)
);

CREATE TABLE IF NOT EXISTS access_tokens (
  token text PRIMARY KEY,
  shop text NOT NULL REFERENCES shops (domain),
  api_key text NOT NULL,
  staff_id bigint,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  refresh_token text UNIQUE,
  refresh_expires_at timestamptz
);

CREATE TABLE IF NOT EXISTS customers (
  shop text NOT NULL REFERENCES shops (domain),
  id bigint NOT NULL DEFAULT nextval('shopify_id'),
  first_name text,
  last_name text,
  email text,
  phone text,
  note text,
  state text NOT NULL DEFAULT 'DISABLED',
  tags text[] NOT NULL DEFAULT '{}',
  verified_email boolean NOT NULL DEFAULT true,
  tax_exempt boolean NOT NULL DEFAULT false,
  locale text NOT NULL DEFAULT 'en',
  amount_spent_cents bigint NOT NULL DEFAULT 0,
  orders_count integer NOT NULL DEFAULT 0,
  addresses jsonb NOT NULL DEFAULT '[]',
  email_marketing jsonb,
  sms_marketing jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop, id)
);
CREATE UNIQUE INDEX IF NOT EXISTS customers_email ON customers (shop, lower(email));
CREATE UNIQUE INDEX IF NOT EXISTS customers_phone ON customers (shop, phone);
CREATE INDEX IF NOT EXISTS customers_created ON customers (shop, created_at, id);
CREATE INDEX IF NOT EXISTS customers_updated ON customers (shop, updated_at, id);
CREATE INDEX IF NOT EXISTS customers_name
  ON customers (shop, lower(coalesce(last_name, '') || ' ' || coalesce(first_name, '')), id);
CREATE INDEX IF NOT EXISTS customers_tags ON customers USING gin (fold_tags(tags));

-- What search still shows of customers that changed less than the index lag ago. A row is the customer as it
-- was, seen by search from visible_from until visible_until; present = false: it did not exist yet.
CREATE TABLE IF NOT EXISTS customers_in_search (
  LIKE customers,
  present boolean NOT NULL,
  visible_from timestamptz NOT NULL,
  visible_until timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS customers_in_search_id ON customers_in_search (shop, id, visible_until);

-- All metafields of one owner in one row: read with its owner, locked together, a million customers with twenty
-- each stay loadable. An entry is {n, namespace, key, type, value, created_at, updated_at}; n makes its id.
CREATE TABLE IF NOT EXISTS metafield_sets (
  shop text NOT NULL REFERENCES shops (domain),
  owner_type text NOT NULL,
  owner_id bigint NOT NULL,
  next_number integer NOT NULL DEFAULT 1,
  entries jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (shop, owner_type, owner_id)
);

CREATE TABLE IF NOT EXISTS metafield_definitions (
  shop text NOT NULL REFERENCES shops (domain),
  id bigint NOT NULL DEFAULT nextval('shopify_id'),
  owner_type text NOT NULL,
  namespace text NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  description text,
  type text NOT NULL,
  PRIMARY KEY (shop, id),
  UNIQUE (shop, owner_type, namespace, key)
);

CREATE TABLE IF NOT EXISTS products (
  shop text NOT NULL REFERENCES shops (domain),
  id bigint NOT NULL DEFAULT nextval('shopify_id'),
  handle text NOT NULL,
  title text NOT NULL,
  body_html text NOT NULL DEFAULT '',
  vendor text NOT NULL DEFAULT '',
  product_type text NOT NULL DEFAULT '',
  product_category text,
  tags text[] NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'ACTIVE',
  published_at timestamptz,
  gift_card boolean NOT NULL DEFAULT false,
  options jsonb NOT NULL DEFAULT '[]',
  images jsonb NOT NULL DEFAULT '[]',
  seo_title text,
  seo_description text,
  google_shopping jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop, id),
  UNIQUE (shop, handle)
);
CREATE INDEX IF NOT EXISTS products_updated ON products (shop, updated_at, id);

CREATE TABLE IF NOT EXISTS variants (
  shop text NOT NULL REFERENCES shops (domain),
  id bigint NOT NULL DEFAULT nextval('shopify_id'),
  inventory_item_id bigint NOT NULL DEFAULT nextval('shopify_id'),
  product_id bigint NOT NULL,
  position integer NOT NULL,
  option_values text[] NOT NULL DEFAULT '{}',
  sku text,
  barcode text,
  price_cents bigint NOT NULL DEFAULT 0,
  compare_at_price_cents bigint,
  cost_cents bigint,
  grams integer NOT NULL DEFAULT 0,
  weight_unit text NOT NULL DEFAULT 'kg',
  inventory_tracker text,
  inventory_quantity integer NOT NULL DEFAULT 0,
  inventory_policy text NOT NULL DEFAULT 'DENY',
  fulfillment_service text NOT NULL DEFAULT 'manual',
  requires_shipping boolean NOT NULL DEFAULT true,
  taxable boolean NOT NULL DEFAULT true,
  tax_code text,
  image_src text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop, id),
  FOREIGN KEY (shop, product_id) REFERENCES products (shop, id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS variants_product ON variants (shop, product_id, position);
CREATE INDEX IF NOT EXISTS variants_sku ON variants (shop, lower(sku));

CREATE TABLE IF NOT EXISTS bulk_operations (
  shop text NOT NULL REFERENCES shops (domain),
  id bigint NOT NULL DEFAULT nextval('shopify_id'),
  api_key text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  query text NOT NULL,
  client_identifier text,
  upload_secret text,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  error_code text,
  object_count bigint NOT NULL DEFAULT 0,
  root_object_count bigint NOT NULL DEFAULT 0,
  file_size bigint,
  file_secret text,
  PRIMARY KEY (shop, id)
);

-- Files on disk, named by an unguessable secret: what staged uploads brought and what bulk operations produced.
CREATE TABLE IF NOT EXISTS files (
  secret text PRIMARY KEY,
  shop text NOT NULL REFERENCES shops (domain),
  kind text NOT NULL,
  filename text NOT NULL,
  mime_type text NOT NULL,
  size bigint,
  created_at timestamptz NOT NULL
);

CREATE TABLE IF NOT EXISTS webhook_subscriptions (
  shop text NOT NULL REFERENCES shops (domain),
  id bigint NOT NULL DEFAULT nextval('shopify_id'),
  api_key text NOT NULL REFERENCES apps (api_key),
  topic text NOT NULL,
  uri text NOT NULL,
  source text NOT NULL,
  filter text,
  include_fields text[] NOT NULL DEFAULT '{}',
  metafield_namespaces text[] NOT NULL DEFAULT '{}',
  format text NOT NULL DEFAULT 'JSON',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop, id)
);
CREATE INDEX IF NOT EXISTS webhook_subscriptions_topic ON webhook_subscriptions (shop, topic);

CREATE TABLE IF NOT EXISTS webhook_deliveries (
  id bigserial PRIMARY KEY,
  shop text NOT NULL REFERENCES shops (domain),
  api_key text NOT NULL,
  topic text NOT NULL,
  url text NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  body text NOT NULL,
  triggered_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  response_status integer,
  last_error text,
  delivered_at timestamptz
);
CREATE INDEX IF NOT EXISTS webhook_deliveries_pending
  ON webhook_deliveries (next_attempt_at, id) WHERE status = 'pending';

-- Store credit: one account per customer and currency, whole cents. The balance is the sum of what remains of the
-- account's credits that have not expired; every change locks the account's row first.
CREATE TABLE IF NOT EXISTS store_credit_accounts (
  shop text NOT NULL REFERENCES shops (domain),
  id bigint NOT NULL DEFAULT nextval('shopify_id'),
  customer_id bigint NOT NULL,
  currency text NOT NULL,
  balance_cents bigint NOT NULL DEFAULT 0 CHECK (balance_cents >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (shop, id),
  UNIQUE (shop, customer_id, currency),
  FOREIGN KEY (shop, customer_id) REFERENCES customers (shop, id) ON DELETE CASCADE
);

-- An account's history. amount_cents is negative for debits and expirations, as the Admin API shows it. remaining_cents
-- is what can still be spent of a credit, and of a revert whose credit had expired meanwhile; spent says which rows a
-- debit took its money from, [{id, cents}] in that order.
CREATE TABLE IF NOT EXISTS store_credit_transactions (
  shop text NOT NULL REFERENCES shops (domain),
  id bigint NOT NULL DEFAULT nextval('shopify_id'),
  account_id bigint NOT NULL,
  type text NOT NULL CHECK (type IN ('CREDIT', 'DEBIT', 'DEBIT_REVERT', 'EXPIRATION')),
  event text NOT NULL,
  amount_cents bigint NOT NULL,
  balance_after_cents bigint NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  remaining_cents bigint NOT NULL DEFAULT 0 CHECK (remaining_cents >= 0),
  expired boolean NOT NULL DEFAULT false,
  spent jsonb NOT NULL DEFAULT '[]',
  reverted_cents bigint NOT NULL DEFAULT 0,
  debit_id bigint,
  credit_id bigint,
  order_transaction_id bigint,
  PRIMARY KEY (shop, id),
  FOREIGN KEY (shop, account_id) REFERENCES store_credit_accounts (shop, id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS store_credit_transactions_account
  ON store_credit_transactions (shop, account_id, created_at, id);
CREATE INDEX IF NOT EXISTS store_credit_transactions_spendable
  ON store_credit_transactions (shop, account_id) WHERE remaining_cents > 0 AND NOT expired;
CREATE INDEX IF NOT EXISTS store_credit_transactions_expiring
  ON store_credit_transactions (expires_at) WHERE remaining_cents > 0 AND NOT expired AND expires_at IS NOT NULL;

-- Orders as far as store credit needs them: what was paid how, given back how, and cancelled when. No line items.
CREATE TABLE IF NOT EXISTS orders (
  shop text NOT NULL REFERENCES shops (domain),
  id bigint NOT NULL DEFAULT nextval('shopify_id'),
  number integer NOT NULL,
  customer_id bigint NOT NULL,
  currency text NOT NULL,
  total_cents bigint NOT NULL,
  financial_status text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  cancelled_at timestamptz,
  PRIMARY KEY (shop, id),
  UNIQUE (shop, number),
  FOREIGN KEY (shop, customer_id) REFERENCES customers (shop, id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS orders_customer ON orders (shop, customer_id, id);

CREATE TABLE IF NOT EXISTS refunds (
  shop text NOT NULL REFERENCES shops (domain),
  id bigint NOT NULL DEFAULT nextval('shopify_id'),
  order_id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (shop, id),
  FOREIGN KEY (shop, order_id) REFERENCES orders (shop, id) ON DELETE CASCADE
);

CREATE TABLE IF NOT EXISTS order_transactions (
  shop text NOT NULL REFERENCES shops (domain),
  id bigint NOT NULL DEFAULT nextval('shopify_id'),
  order_id bigint NOT NULL,
  refund_id bigint,
  parent_id bigint,
  kind text NOT NULL CHECK (kind IN ('SALE', 'AUTHORIZATION', 'REFUND', 'VOID')),
  gateway text NOT NULL,
  amount_cents bigint NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (shop, id),
  FOREIGN KEY (shop, order_id) REFERENCES orders (shop, id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS order_transactions_order ON order_transactions (shop, order_id, id);
