/** The messages after a button was pressed. */
export const CHECK_STARTED = "The ledger is being checked. The result appears on this page.";
export const COMPARISON_STARTED =
  "All balances are being compared with Shopify. Differences appear on this page.";
