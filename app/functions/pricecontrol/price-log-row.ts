import { ALL_CUSTOMERS, type LogEntry, OUTSIDE_BACKROOM } from "~/domain/prices/log-entry";
import { formatInstant } from "~/platform/dates/instant";
import type { Cents } from "~/platform/money/cents";
import { toDecimalString } from "~/platform/money/decimal";
import type { PriceLogRow, ShownPriceLogRow } from "./contract";

/** An entry as the calls answer it. @param isEmployeeStore adds Customer Type and Source */
export function priceLogRowOf(entry: LogEntry, isEmployeeStore: boolean): PriceLogRow {
  const amount = (cents: Cents | null) => (cents === null ? null : toDecimalString(cents, entry.currency));
  return {
    DisplayDate: formatInstant(entry.changedAt, "UTC").date,
    Sku: entry.sku,
    PreviousPrice: amount(entry.previousPrice),
    CurrentPrice: amount(entry.currentPrice),
    PercentageChange: entry.changePercent,
    CompareAtPrice: amount(entry.compareAtPrice),
    ...(isEmployeeStore && {
      CustomerType: entry.customerType || ALL_CUSTOMERS,
      Source: entry.source ?? OUTSIDE_BACKROOM,
    }),
  };
}

/** The same with what the page shows besides. */
export const shownRowOf = (entry: LogEntry, isEmployeeStore: boolean): ShownPriceLogRow => ({
  ...priceLogRowOf(entry, isEmployeeStore),
  id: entry.id,
  changedAt: entry.changedAt.toISOString(),
  variantId: entry.variantNumber,
  priceListId: entry.priceListId,
  title: entry.title,
  currency: entry.currency,
  changedBy: changedByOf(entry),
});

/** Who changed a price. */
export const changedByOf = ({ actorName }: LogEntry): string => actorName ?? OUTSIDE_BACKROOM;
