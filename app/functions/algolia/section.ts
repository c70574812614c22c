/** The syncs of Algolia Sync, as its messages name them. */
export const SECTION = "algolia";
export const RUN_TITLE = "Sync products to Algolia";
