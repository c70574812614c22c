import { addDays } from "date-fns";
import { z } from "zod";
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

const range = z.tuple([z.number().int(), z.number().int()]).optional();
const text = z.string().optional();

/** The same as a job keeps it; what is searched for stands in the job's own field. */
export const keptTransactionFilter = z.object({
  from: z.coerce.date().optional(),
  until: z.coerce.date().optional(),
  customerName: text,
  customerEmail: text,
  createdByName: text,
  createdByEmail: text,
  amounts: z
    .object({
      creditAmount: range,
      adjustmentAmount: range,
      discountCodeAmount: range,
      orderAmount: range,
      refundAmount: range,
    })
    .optional(),
});
export type KeptTransactionFilter = z.infer<typeof keptTransactionFilter>;

/** True for a filter that leaves something out. */
export const isNarrowing = ({ amounts = {}, ...rest }: KeptTransactionFilter = {}): boolean =>
  [...Object.values(rest), ...Object.values(amounts)].some(Boolean);

/** A filter in words, one line for each part of it. */
export function filterLines({ from, until, amounts = {}, ...names }: KeptTransactionFilter): string[] {
  const day = (instant: Date) => {
    const [year, month, date] = instant.toISOString().slice(0, 10).split("-");
    return `${month}/${date}/${year}`;
  };
  const labels = {
    customerName: "Customer name",
    customerEmail: "Customer email",
    createdByName: "Created by name",
    createdByEmail: "Created by email",
  } as const;
  return [
    ...(from ? [`From ${day(new Date(from))} (UTC)`] : []),
    ...(until ? [`To ${day(addDays(new Date(until), -1))} (UTC)`] : []),
    ...Object.entries(labels).flatMap(([name, label]) => {
      const value = names[name as keyof typeof labels];
      return value ? [`${label}: ${value}`] : [];
    }),
    ...AMOUNT_FILTER_NAMES.flatMap((name) => {
      const chosen = amounts[name];
      if (!chosen) return [];
      return [
        `${AMOUNT_FILTERS[name]}: ${chosen.map((cents) => `$${(cents / 100).toFixed(2)}`).join(" to ")}`,
      ];
    }),
  ];
}
