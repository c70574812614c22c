import type { ListDeclaration } from "~/platform/list";

/** The realtime list of customers' credit and transactions. */
export const CREDITS_LIST = "credits";

/** Lists reload a second after the last key. */
const SEARCH = { maxLength: 60, afterMs: 1_000 };
const PAGE_SIZE = 10;

/** The Manage Credits tab. */
export const creditsList = {
  kind: "list",
  name: CREDITS_LIST,
  columns: [
    { key: "name", title: "Name", sortable: true, narrow: "title" },
    { key: "email", title: "Email", sortable: true, narrow: "plain", below: "name" },
    { key: "balance", title: "Balance", sortable: true, align: "end" },
  ],
  defaultSort: "name asc",
  search: { ...SEARCH, hint: "Search Customers" },
  pageSize: PAGE_SIZE,
} as const satisfies ListDeclaration;

/** The Transactions tab. */
export const transactionsList = {
  kind: "list",
  name: "credit-transactions",
  columns: [
    { key: "createdDate", title: "Date", zone: "UTC", sortable: true, narrow: "plain" },
    { key: "customer", title: "Customer", narrow: "title" },
    { key: "email", title: "Email", narrow: "plain", below: "customer" },
    { key: "credit", title: "Credit", align: "end" },
    { key: "adjustment", title: "Adjustment", align: "end" },
    { key: "discountCode", title: "Discount Code", align: "end" },
    { key: "order", title: "Order", align: "end" },
    { key: "refund", title: "Refund", align: "end" },
    { key: "reference", title: "Reference" },
    { key: "expireOn", title: "Expire On", zone: "UTC" },
    { key: "createdBy", title: "Created By", below: "reference" },
  ],
  defaultSort: "createdDate desc",
  search: { ...SEARCH, hint: "Customer, email or reference" },
  pageSize: PAGE_SIZE,
} as const satisfies ListDeclaration;

/** The tabs of the screen. */
export const CREDITS_TABS = ["manageCredits", "transactions"] as const;
export type CreditsTab = (typeof CREDITS_TABS)[number];

export const CREDITS_TAB_NAMES: Record<CreditsTab, string> = {
  manageCredits: "Manage Credits",
  transactions: "Transactions",
};

/** The tab with the requests that wait for approval, whichever tab is remembered. */
export const APPROVALS_PATH = "/credits?tab=manageCredits";

/** Splits a sort such as "balance desc". */
export function orderOf<Field extends string>(sort: string) {
  const [sortField, sortOrder] = sort.split(" ");
  return { sortField: sortField as Field, sortOrder: sortOrder as "asc" | "desc" };
}
