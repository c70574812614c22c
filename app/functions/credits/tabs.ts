/** The realtime list of customers' credit and transactions. */
export const CREDITS_LIST = "credits";

/** The tabs of the screen. */
export const CREDITS_TABS = ["manageCredits", "transactions"] as const;
export type CreditsTab = (typeof CREDITS_TABS)[number];

export const CREDITS_TAB_NAMES: Record<CreditsTab, string> = {
  manageCredits: "Manage Credits",
  transactions: "Transactions",
};

/** The tab with the requests that wait for approval, whichever tab is remembered. */
export const APPROVALS_PATH = "/credits?tab=manageCredits";

/** What customers can be sorted by. Each order has an index. */
export const ACCOUNT_SORTS = ["name", "email", "balance"] as const;

export type AccountSort = (typeof ACCOUNT_SORTS)[number];

/** Splits a sort such as "balance desc". */
export function orderOf<Field extends string>(sort: string) {
  const [sortField, sortOrder] = sort.split(" ");
  return { sortField: sortField as Field, sortOrder: sortOrder as "asc" | "desc" };
}
