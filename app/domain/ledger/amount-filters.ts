import type { PostingType } from "./posting";

/**
 * The amount sliders of the search, by filter name: the heading of the column, and the types of transactions in it. The page imports
 * this file, so it must not import zod.
 */
export const AMOUNT_FILTERS = {
  creditAmount: { heading: "Credit", types: ["Credit", "Opening"] },
  adjustmentAmount: { heading: "Adjustment", types: ["Adjustment", "Expiry"] },
  discountCodeAmount: { heading: "Discount Code", types: ["Discount Code"] },
  orderAmount: { heading: "Order", types: ["Order"] },
  refundAmount: { heading: "Refund", types: ["Refund"] },
} as const satisfies Record<string, { heading: string; types: readonly PostingType[] }>;

export type AmountFilter = keyof typeof AMOUNT_FILTERS;

export const AMOUNT_FILTER_NAMES = Object.keys(AMOUNT_FILTERS) as AmountFilter[];
