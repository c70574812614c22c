import { z } from "zod";
import { dateFrom, dateTo } from "~/platform/dates/date-bounds";
import { centsSchema } from "~/platform/money/cents-schema";
import { cleanIdentifier } from "~/platform/text/identifier";

export const text = z.string();

/** ISO 8601. */
export const instant = z.string();

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
