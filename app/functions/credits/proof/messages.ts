/** What the page says when one of its buttons was pressed. */
export const PROVING = "The ledger is being proved. What comes of it appears on this page.";
export const COMPARING =
  "Every balance is being compared with Shopify. What does not agree appears on this page.";
