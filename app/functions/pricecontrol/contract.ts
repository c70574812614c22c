import { z } from "zod";
import { exportCalls, exportSort } from "~/core/exports/export-calls";
import { perPageOf, perPageRequest } from "~/core/lists/per-page";
import { call } from "~/platform/contract/call";
import { dateFrom, dateTo } from "~/platform/dates/date-bounds";
import { centsSchema } from "~/platform/money/cents-schema";
import { cleanIdentifier } from "~/platform/text/identifier";
import { priceLogList } from "./list";

const text = z.string();
/** Decimal text with all decimals of the currency. Null without such a price. */
const amount = text.nullable();
/** ISO 8601. */
const instant = text;

/** A row of the price log. */
const priceLogRow = z.object({
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

/** The same with what the page shows besides. */
const shownRow = priceLogRow.extend({
  id: text,
  changedAt: instant,
  /** The number of the variant. */
  variantId: text,
  /** The number of the price list. 0 is the store's own price. */
  priceListId: text,
  /** Of the product and the variant. */
  title: text,
  currency: text,
  /** The administrator, or "Outside Backroom". */
  changedBy: text,
});
export type ShownPriceLogRow = z.infer<typeof shownRow>;

const sku = text.overwrite(cleanIdentifier).max(60, "must be at most 60 characters").default("");
const days = { date_from: dateFrom, date_to: dateTo };

const lowest = z.object({
  cents: centsSchema.nullable(),
  /** Set when the whole time isn't recorded: since when it is. */
  since: instant.nullable(),
});
export type LowestPrice = z.infer<typeof lowest>;

const priceHistory = z.object({
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
    }),
  ),
  /** True when there are older changes. */
  hasMore: z.boolean(),
});
export type PriceHistory = z.infer<typeof priceHistory>;

const page = perPageOf(shownRow);

/** The calls of the price log. */
export const pricelogContract = {
  list: call("showPriceControl")
    .route({ method: "GET", path: "/pricelog/list", summary: "A page of the price log, newest first" })
    .input(z.object({ ...perPageRequest(priceLogList.pageSize), ...days, sku }))
    .output(
      z.object({
        data: page,
        // The specification doesn't say whether these are inside data, so they are in both places.
        ...page.omit({ results: true }).shape,
        /** How many entries there are, as far as they were counted. */
        total: z.number().int(),
        /** False when there are more than were counted. The pages end where the count does. */
        isExact: z.boolean(),
        isEmployeeStore: z.boolean(),
      }),
    ),
  export: call("showPriceControl")
    .route({ method: "GET", path: "/pricelog/list/export", summary: "The price log without pages" })
    .input(z.object({ ...days, sku }))
    .output(z.object({ data: z.object({ results: z.array(priceLogRow) }) })),
  history: call("showPriceControl")
    .route({
      method: "GET",
      path: "/pricelog/history/{variantId}",
      summary: "The prices of a variant, and its lowest price of the last 30 days",
    })
    .input(
      z.object({
        variantId: text.regex(/^\d{1,15}$/, "must be the number of a variant"),
        priceListId: text.regex(/^\d{1,15}$/, "must be the number of a price list").default("0"),
      }),
    )
    .output(priceHistory),
  figure: call("showPriceControl")
    .route({ method: "GET", path: "/pricelog/figure", summary: "The live figure of the home page's card" })
    .output(z.object({ text, asOf: instant.nullable() })),
};

/** The calls under `exports` that export the price log. */
export const pricelogExports = {
  pricelog: exportCalls("showPriceControl", "/pricelog/list/export", "the price log", {
    query: z.object({ sort: exportSort, ...days }).default({}),
  }),
};
