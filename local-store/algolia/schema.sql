-- Algolia's indexes with their records, and the changes that are applied later. Runs again when a schema changed, so every statement
-- must be idempotent.
CREATE TABLE IF NOT EXISTS algolia_indexes (
  shop text NOT NULL,
  name text NOT NULL,
  -- Settings, synonyms and rules.
  configuration jsonb NOT NULL DEFAULT '{}',
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (shop, name)
);
-- Of a replica, which has the records of this index.
ALTER TABLE algolia_indexes ADD COLUMN IF NOT EXISTS primary_index text;
CREATE TABLE IF NOT EXISTS algolia_records (
  shop text NOT NULL,
  index_name text NOT NULL,
  object_id text NOT NULL,
  record jsonb NOT NULL,
  PRIMARY KEY (shop, index_name, object_id)
);
CREATE TABLE IF NOT EXISTS algolia_tasks (
  id bigserial PRIMARY KEY,
  shop text NOT NULL,
  index_name text NOT NULL,
  change jsonb NOT NULL,
  due_at timestamptz NOT NULL,
  is_applied boolean NOT NULL DEFAULT false
);
CREATE INDEX IF NOT EXISTS algolia_tasks_waiting ON algolia_tasks (shop, id) WHERE NOT is_applied;
