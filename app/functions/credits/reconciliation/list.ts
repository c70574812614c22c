import type { ListDeclaration } from "~/platform/list";

/** The differences, latest first. */
export const differencesList = {
  kind: "list",
  name: "ledger-proof",
  columns: [
    { key: "since", title: "Since", zone: "UTC", narrow: "plain" },
    { key: "customer", title: "Customer", narrow: "title" },
    { key: "what", title: "Difference found", narrow: "plain" },
    { key: "ours", title: "Ledger", align: "end" },
    { key: "theirs", title: "Against", align: "end" },
    { key: "difference", title: "Difference", align: "end" },
    { key: "state", title: "State", narrow: "plain" },
  ],
  defaultSort: "since desc",
  search: null,
  pageSize: 25,
} as const satisfies ListDeclaration;

/** The messages after a button was pressed. */
export const CHECK_STARTED =
  "All balances are being compared with Shopify, and then the ledger is checked. The result appears on this page.";

export const COMPARISON_STARTED =
  "All balances are being compared with Shopify. Differences appear on this page.";
