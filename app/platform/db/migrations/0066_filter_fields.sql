-- Published filters now name their fields in the Solr index. Collections that are published wait for an update, which writes them.
UPDATE "filter_collections" SET "revision" = "revision" + 1 WHERE "revision" = "published_revision";
