import { AMOUNT_FILTER_NAMES, type AmountFilter } from "~/domain/ledger/amount-filters";
import { formatUsDate, parseStoredDate, parseUsDate } from "~/platform/dates/date-text";
import { orderProblemOf } from "~/platform/dates/day-range";
import { addIsoDays, utcIsoDate } from "~/platform/dates/iso-date";
import { NO_CENTS } from "~/platform/money/cents";
import { parseAmountOrZero } from "~/platform/money/decimal";
import { formatMoney } from "~/platform/money/format-money";
import type { ListFilter } from "~/ui/list/types";

/** The fields of Advanced Search in the address: texts as the call takes them, and days as MM/DD/YYYY. */
export type FilterFields = Record<(typeof FILTER_FIELDS)[number], string>;

const NAME_FIELDS = ["customerName", "customerEmail", "createdByName", "createdByEmail"] as const;
export const FILTER_FIELDS = [
  "startDate",
  "endDate",
  // A number of days, of a line of the desk. It has no field.
  "expiring",
  ...NAME_FIELDS,
  ...AMOUNT_FILTER_NAMES,
] as const;

/** The value of a date that was cleared. Without a value, the default dates apply. */
export const ANY_DAY = "any";

/** From two days ago to tomorrow (UTC), as the specification fixes it. */
export function defaultDays(now: Date): { startDate: string; endDate: string } {
  const today = utcIsoDate(now);
  return { startDate: formatUsDate(addIsoDays(today, -2)), endDate: formatUsDate(addIsoDays(today, 1)) };
}

/** Reads the filter of an address; a visit without dates begins with the default ones. */
export function readFilter(parameters: URLSearchParams, now: Date): FilterFields {
  const defaults: Partial<FilterFields> = defaultDays(now);
  const entries = FILTER_FIELDS.map((field) => {
    const written = parameters.get(field) ?? defaults[field] ?? "";
    return [field, written === ANY_DAY ? "" : written];
  });
  return Object.fromEntries(entries) as FilterFields;
}

/** What is wrong with the dates. Null when they can be searched. */
export const datesProblemOf = ({ startDate, endDate }: FilterFields): string | null =>
  orderProblemOf({ start: parseUsDate(startDate) ?? "", end: parseUsDate(endDate) ?? "" });

/** Only what narrows. */
export const narrowing = (fields: FilterFields): Partial<FilterFields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "")) as Partial<FilterFields>;

/** The names of the fields that are texts. */
export const NAME_LABELS: Record<(typeof NAME_FIELDS)[number], string> = {
  customerName: "Customer name",
  customerEmail: "Customer email",
  createdByName: "Created by name",
  createdByEmail: "Created by email",
};

/** What Advanced Search narrows the ledger to, in words. The two days are one filter, because without them the default days apply. */
export function filtersOf(
  { startDate, endDate, expiring, ...fields }: FilterFields,
  currency: string,
): ListFilter[] {
  const money = (amount: number) => formatMoney(parseAmountOrZero(amount, currency) ?? NO_CENTS, currency);
  const textOf = (value: string) => rangeOf(value)?.map(money).join(" to ") ?? value;
  const days: ListFilter = {
    label: "Dates (UTC)",
    value: `${startDate || "the beginning"} to ${endDate || "today"}`,
    without: { startDate: ANY_DAY, endDate: ANY_DAY },
  };
  const labels = Object.entries({ ...NAME_LABELS, ...RANGE_LABELS }) as [keyof typeof fields, string][];
  return [
    ...(startDate || endDate ? [days] : []),
    ...(expiring
      ? [
          {
            label: "Expires",
            value: `within ${expiring} days, of customers with credit left`,
            without: { expiring: null },
          },
        ]
      : []),
    ...labels.flatMap(([field, label]) =>
      fields[field] ? [{ label, value: textOf(fields[field]), without: { [field]: null } }] : [],
    ),
  ];
}

/** Reads MM/DD/YYYY as midnight UTC of that day. Null for any other text, and for a day before the year 1000. */
export function utcDay(text: string): Date | null {
  const isoDate = parseUsDate(text) && parseStoredDate(text);
  return isoDate ? new Date(isoDate) : null;
}

/** How each range is called beside its slider. */
export const RANGE_LABELS: Record<AmountFilter, string> = {
  creditAmount: "Credit",
  adjustmentAmount: "Adjustment",
  discountCodeAmount: "Discount Code",
  orderAmount: "Order",
  refundAmount: "Refund",
};

/** A range of the address as numbers; null when it is off. */
export function rangeOf(text: string): [number, number] | null {
  const [least, most] = text.split(",").map(Number);
  return text && least !== undefined && most !== undefined && Number.isFinite(least + most)
    ? [least, most]
    : null;
}
