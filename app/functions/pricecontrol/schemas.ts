import { z } from "zod";
import { dateFrom, dateTo } from "~/platform/dates/date-bounds";
import { centsSchema } from "~/platform/money/cents-schema";
import { cleanIdentifier } from "~/platform/text/identifier";

export const text = z.string();

/** Decimal text with all decimals of the currency. Null without such a price. */
const amount = text.nullable();

/** ISO 8601. */
export const instant = z.string();

/** A row of the price log. */
export const priceLogRow = z.object({
  /** MM/DD/YYYY in UTC, as the filter's dates. */
  DisplayDate: text,
  /** Empty for a variant without one. */
  Sku: text,
  PreviousPrice: amount,
  CurrentPrice: amount,
  /** With two decimals. Null without a previous price, and after a price of 0. */
  PercentageChange: amount,
  CompareAtPrice: amount,
  /** The catalog or price list that the price belongs to. Employee stores only. */
  CustomerType: text.optional(),
  /** What changed it. Employee stores only. */
  Source: text.optional(),
});

export type PriceLogRow = z.infer<typeof priceLogRow>;

/** The row, plus fields that only the page shows. */
export const shownRow = priceLogRow.extend({
  id: text,
  changedAt: instant,
  /** The number of the variant. */
  variantId: text,
  /** The number of the price list. 0 is the store's own price. */
  priceListId: text,
  /** Of the product and the variant. */
  title: text,
  currency: text,
  /** The administrator, "Backroom" for what it did by itself, or "Outside Backroom". */
  changedBy: text,
  /** What in Backroom changed it, with the name of an imported file. Null when it was changed outside Backroom. */
  changedThrough: text.nullable(),
});

export type ShownPriceLogRow = z.infer<typeof shownRow>;

export const sku = text.overwrite(cleanIdentifier).max(60, "must be at most 60 characters").default("");

export const days = { date_from: dateFrom, date_to: dateTo };

export const lowest = z.object({
  cents: centsSchema.nullable(),
  /** Set when the whole time isn't recorded: since when it is. */
  since: instant.nullable(),
});

export type LowestPrice = z.infer<typeof lowest>;

export const priceHistory = z.object({
  sku: text,
  title: text,
  /** Empty for the store's own price. */
  customerType: text,
  currency: text,
  /** Null when the price list no longer has a price of its own for the variant. */
  priceCents: centsSchema.nullable(),
  compareAtCents: centsSchema.nullable(),
  /** Since when each change is recorded. */
  since: instant,
  lowest,
  /** Of the 30 days before the last change, where that was a reduction. */
  beforeReduction: lowest.extend({ reducedAt: instant }).nullable(),
  /** Newest first. */
  changes: z.array(
    z.object({
      id: text,
      changedAt: instant,
      previousCents: centsSchema.nullable(),
      currentCents: centsSchema.nullable(),
      compareAtCents: centsSchema.nullable(),
      changedBy: text,
      changedThrough: text.nullable(),
    }),
  ),
  /** True when there are older changes. */
  hasMore: z.boolean(),
});

export type PriceHistory = z.infer<typeof priceHistory>;
