-- Solr's collections, aliases and documents. Runs again when a schema changed, so every statement must be idempotent.
CREATE TABLE IF NOT EXISTS solr_collections (
  shop text NOT NULL,
  name text NOT NULL,
  config_set text NOT NULL,
  PRIMARY KEY (shop, name)
);
CREATE TABLE IF NOT EXISTS solr_aliases (
  shop text NOT NULL,
  alias text NOT NULL,
  collection text NOT NULL,
  PRIMARY KEY (shop, alias)
);
-- Those that were added to the default ones. Collections with the same config set share them.
CREATE TABLE IF NOT EXISTS solr_dynamic_fields (
  shop text NOT NULL,
  config_set text NOT NULL,
  name text NOT NULL,
  definition jsonb NOT NULL,
  PRIMARY KEY (shop, config_set, name)
);
CREATE TABLE IF NOT EXISTS solr_documents (
  shop text NOT NULL,
  collection text NOT NULL,
  id text NOT NULL,
  document jsonb NOT NULL,
  PRIMARY KEY (shop, collection, id)
);
-- Updates that no search finds before the next commit. A deletion has no document.
CREATE TABLE IF NOT EXISTS solr_updates (
  position bigserial PRIMARY KEY,
  shop text NOT NULL,
  collection text NOT NULL,
  id text NOT NULL,
  document jsonb
);
CREATE INDEX IF NOT EXISTS solr_updates_of_collection ON solr_updates (shop, collection, position);
