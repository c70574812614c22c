-- Requests that Ekata received. Runs again when a schema changed, so every statement must be idempotent.
CREATE TABLE IF NOT EXISTS ekata_requests (
  id bigserial PRIMARY KEY,
  shop text NOT NULL,
  received_at timestamptz NOT NULL,
  status integer NOT NULL,
  query jsonb NOT NULL
);
