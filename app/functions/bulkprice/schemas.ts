import { z } from "zod";
import { DATE_NOT_VALID, PRICE_STATES } from "./states";

export const text = z.string();

export const id = text.regex(/^\d{1,15}$/, "must be the ID of a row");

const instant = text;

export const prices = z.object({
  ids: z.array(id).min(1, "Select at least one price.").max(100, "must be at most 100 IDs"),
});

/** The prices of one file with one effective date. */
const ofFile = z.object({ runId: z.uuid(), effectiveAt: z.iso.datetime({ offset: true }) });

/** Rows by their IDs, or the rows of one file with one effective date. */
export const selection = z.union([prices, ofFile]);

const newDate = {
  /** ISO 8601. */
  to: z.iso.datetime({ offset: true, error: DATE_NOT_VALID }),
};

/** Rows, and the moment that they are moved to. */
export const move = z.union([prices.extend(newDate), ofFile.extend(newDate)]);

export type PriceSelection = z.infer<typeof selection>;

/** The prices of one file that begin, or end, at one moment. */
const priceBatch = z.object({
  kind: z.enum(["begin", "end"]),
  at: instant,
  /** Null for prices of an import that was deleted. */
  runId: text.nullable(),
  fileName: text,
  by: text,
  prices: z.number().int(),
  /** How many of them have each state. */
  states: z.partialRecord(z.enum(PRICE_STATES), z.number().int()),
});

export type PriceBatch = z.infer<typeof priceBatch>;

export const calendar = z.object({
  /** YYYY-MM in the shop's time zone. */
  month: text,
  /** The day whose batches there are. Null for those of the month. */
  day: text.nullable(),
  /** How many prices begin and end on each day, YYYY-MM-DD. Days without any aren't in it. */
  days: z.array(z.object({ day: text, begin: z.number().int(), end: z.number().int() })),
  batches: z.array(priceBatch),
  /** True when the month, or the day, has more. */
  hasMore: z.boolean(),
  /** Prices that begin in the month while an earlier price of their SKU has still to end. */
  overlaps: z.array(
    z.object({
      sku: text,
      price: text,
      from: instant,
      until: instant,
      laterPrice: text,
      laterFrom: instant,
      /** Null when the later price has no end. */
      laterUntil: instant.nullable(),
    }),
  ),
  hasMoreOverlaps: z.boolean(),
});

export type PriceCalendar = z.infer<typeof calendar>;
