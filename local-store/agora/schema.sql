-- Requests that Agora received, and its users. Runs again when a schema changed, so every statement must be idempotent.
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
  -- How many requests changed the user. Replays and older versions don't count.
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
