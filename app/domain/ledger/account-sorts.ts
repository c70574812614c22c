/** What accounts can be sorted by; each has an index. */
export const ACCOUNT_SORTS = ["name", "email", "balance"] as const;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];
