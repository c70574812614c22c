/** The messages after a button was pressed. */
export const CHECK_STARTED =
  "All balances are being compared with Shopify, and then the ledger is checked. The result appears on this page.";
export const COMPARISON_STARTED =
  "All balances are being compared with Shopify. Differences appear on this page.";
