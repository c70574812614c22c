-- What the app sent to Agora. Safe to repeat: it runs on every start.
CREATE TABLE IF NOT EXISTS agora_requests (
  id bigserial PRIMARY KEY,
  shop text NOT NULL,
  received_at timestamptz NOT NULL,
  idempotency_key text,
  status integer NOT NULL,
  -- Why it was refused; null when it was accepted.
  problem text,
  body jsonb
);
CREATE TABLE IF NOT EXISTS agora_users (
  shop text NOT NULL,
  external_id text NOT NULL,
  id bigserial,
  version integer NOT NULL,
  person jsonb NOT NULL,
  -- How often it was really changed.
  changes integer NOT NULL,
  PRIMARY KEY (shop, external_id)
);
CREATE TABLE IF NOT EXISTS agora_answers (
  shop text NOT NULL,
  idempotency_key text NOT NULL,
  body_hash text NOT NULL,
  answer jsonb NOT NULL,
  PRIMARY KEY (shop, idempotency_key)
);
