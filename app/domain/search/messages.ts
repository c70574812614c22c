export const ALGOLIA_NOT_CONFIGURED =
  "Algolia isn't set up for this shop. The account owner can do it on Settings.";
export const SOLR_NOT_CONFIGURED =
  "Solr isn't set up for this shop. The account owner can do it on Settings.";
export const NEWER_SYNC = "A newer sync has started. Start a sync instead of retrying this one.";
