import type { PostingType } from "./posting";

/** The five kinds of amounts that the specification has a slider for (third text, section 3), by the name of their filter. */
export const AMOUNT_FILTERS = {
  creditAmount: "Credit",
  adjustmentAmount: "Adjustment",
  discountCodeAmount: "Discount Code",
  orderAmount: "Order",
  refundAmount: "Refund",
} as const satisfies Record<string, PostingType>;
export type AmountFilter = keyof typeof AMOUNT_FILTERS;
export const AMOUNT_FILTER_NAMES = Object.keys(AMOUNT_FILTERS) as AmountFilter[];

/** From the smallest to the largest amount, in cents and without sign, both included. */
export type CentsRange = readonly [least: number, most: number];

/** Which postings; what is absent or empty does not narrow. */
export interface TransactionFilter {
  /** A part of the customer's name or address, or of the reference. */
  search?: string;
  /** From this instant on. */
  from?: Date;
  /** Up to but not including this instant. */
  until?: Date;
  customerName?: string;
  customerEmail?: string;
  createdByName?: string;
  createdByEmail?: string;
  /** Only postings of the types that stand here, each within its range. */
  amounts?: Partial<Record<AmountFilter, CentsRange>>;
  /** Of one customer. */
  customerId?: number;
}
