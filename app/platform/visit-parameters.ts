/** Query parameters that the Shopify admin adds when it opens the app. They aren't part of a page's state, and some are secret. */
export const SHOPIFY_PARAMETERS: readonly string[] = [
  "embedded",
  "hmac",
  "host",
  "id_token",
  "link_source",
  "locale",
  "returned_at",
  "session",
  "shop",
  "timestamp",
];

/** Query parameters of a list's page, and of its open record. They belong to one visit and aren't saved with a view. */
export const PAGE_PARAMETERS: readonly string[] = ["direction", "last_id", "page", "first", "open"];
