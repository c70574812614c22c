/** What Shopify's admin adds to an address when it opens the app: no part of a page's state, and partly secret or short-lived. */
export const SHOPIFY_PARAMETERS: readonly string[] = [
  "embedded",
  "hmac",
  "host",
  "id_token",
  "link_source",
  "locale",
  "session",
  "shop",
  "timestamp",
];

/** Where a list's page starts: it belongs to one visit, not to a list's state that is worth keeping. */
export const PAGE_PARAMETERS: readonly string[] = ["direction", "last_id", "page"];
