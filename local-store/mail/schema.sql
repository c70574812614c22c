-- Messages received by SMTP. Runs again when a schema changed, so every statement must be idempotent.
CREATE TABLE IF NOT EXISTS mail_messages (
  id bigserial PRIMARY KEY,
  received_at timestamptz NOT NULL,
  envelope_from text NOT NULL,
  envelope_to text[] NOT NULL,
  subject text NOT NULL,
  raw bytea NOT NULL
);
CREATE INDEX IF NOT EXISTS mail_messages_received ON mail_messages (received_at);
