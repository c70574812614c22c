import type { PostingType } from "./posting";

/** The kinds of amounts that the search has a slider for, by the name of their filter. The page imports this file, so it has no zod. */
export const AMOUNT_FILTERS = {
  creditAmount: "Credit",
  adjustmentAmount: "Adjustment",
  discountCodeAmount: "Discount Code",
  orderAmount: "Order",
  refundAmount: "Refund",
} as const satisfies Record<string, PostingType>;
export type AmountFilter = keyof typeof AMOUNT_FILTERS;
export const AMOUNT_FILTER_NAMES = Object.keys(AMOUNT_FILTERS) as AmountFilter[];
