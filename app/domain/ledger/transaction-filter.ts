import { z } from "zod";
import { formatUsDate } from "~/platform/dates/date-text";
import { addUtcDays } from "~/platform/dates/instant";
import { utcIsoDate } from "~/platform/dates/iso-date";
import type { Cents } from "~/platform/money/cents";
import { centsSchema } from "~/platform/money/cents-schema";
import { formatMoney } from "~/platform/money/format-money";
import { AMOUNT_FILTER_NAMES, AMOUNT_FILTERS, type AmountFilter } from "./amount-filters";

/** From the smallest to the largest amount, in cents and without sign, both included. */
type CentsRange = readonly [least: Cents, most: Cents];

/** A filter of postings. Absent or empty fields don't restrict it. */
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
  /** Only postings of these types, each within its range. */
  amounts?: Partial<Record<AmountFilter, CentsRange>>;
  /** Only credit that expires after `after`, and at `until` or before, of customers who have credit left. */
  expiring?: { after: Date; until: Date };
  /** Of one customer. */
  customerId?: number;
}

const range = z.tuple([centsSchema, centsSchema]).optional();

const text = z.string().optional();

/** The filter as a job stores it. The search is in the job's own field. */
export const storedTransactionFilter = z.object({
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
  expiring: z.object({ after: z.coerce.date(), until: z.coerce.date() }).optional(),
});

export type StoredTransactionFilter = z.infer<typeof storedTransactionFilter>;

/** A filter in words, one line for each part of it. */
export function filterLines(
  { from, until, amounts = {}, expiring, ...names }: StoredTransactionFilter,
  currency: string,
): string[] {
  const day = (instant: Date) => formatUsDate(utcIsoDate(instant));
  const labels = {
    customerName: "Customer name",
    customerEmail: "Customer email",
    createdByName: "Created by name",
    createdByEmail: "Created by email",
  } as const;
  return [
    ...(from ? [`From ${day(new Date(from))} (UTC)`] : []),
    ...(until ? [`To ${day(addUtcDays(new Date(until), -1))} (UTC)`] : []),
    ...(expiring
      ? [`Expires by ${day(new Date(expiring.until))} (UTC), of customers who have credit left`]
      : []),
    ...Object.entries(labels).flatMap(([name, label]) => {
      const value = names[name as keyof typeof labels];
      return value ? [`${label}: ${value}`] : [];
    }),
    ...AMOUNT_FILTER_NAMES.flatMap((name) => {
      const chosen = amounts[name];
      if (!chosen) return [];
      return [
        `${AMOUNT_FILTERS[name].heading}: ${chosen.map((bound) => formatMoney(bound, currency)).join(" to ")}`,
      ];
    }),
  ];
}
