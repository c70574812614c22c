/** The syncs of SOLR, as its messages name them. */
export const SECTION = "solr";
export const RUN_TITLE = "Sync products to Solr";
