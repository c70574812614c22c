import { z } from "zod";
import { PRICE_STATES } from "./states";

export const text = z.string();

/** A scheduled price. The names in capitals are specified. Amounts are decimal text in the shop's currency. */
export const priceRow = z.object({
  ID: text,
  /** The SKU. */
  MODEL: text,
  PRICE: text,
  COMPARE_AT_PRICE: text.nullable(),
  /** MM-DD-YYYY HH:mm:ss in the shop's time zone. */
  EFFECTIVE_DATE: text,
  /** MM-DD-YYYY HH:mm:ss. Null when the price has no end. */
  END_DATE: text.nullable(),
  BELOW_MAPP_ITEM_TAG: z.enum(["true", "false"]),
  /** To be sent back with a change. */
  version: z.number().int(),
  state: z.enum(PRICE_STATES),
  message: text.nullable(),
  /** Instant, ISO 8601. */
  effectiveAt: text,
  /** Instant. Null when the price has no end. */
  endAt: text.nullable(),
  /** The lowest and the highest price of the variants with this SKU in the store. Null when there is none. */
  currentPrice: text.nullable(),
  highestCurrentPrice: text.nullable(),
  /** From the current price to this one, such as "+12.5%". Null when there is nothing to compare with. */
  changePercent: text.nullable(),
  /** The store's price isn't the one that it was when this price was scheduled. */
  isChangedSince: z.boolean(),
  /** Who scheduled it, or edited it last. */
  by: text,
});

export type PriceRow = z.infer<typeof priceRow>;

/** A price as a row of the grid. */
export type PriceGridRow = PriceRow & { id: string };

export const id = text.regex(/^\d{1,15}$/, "must be the ID of a row");

const instant = text;

/** Rows by their IDs, or the rows of one file with one effective date. */
export const selection = z.union([
  z.object({ ids: z.array(id).min(1, "Select at least one price.").max(100, "must be at most 100 IDs") }),
  z.object({ runId: z.uuid(), effectiveAt: z.iso.datetime({ offset: true }) }),
]);

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
  batches: z.array(priceBatch),
  /** True when the month has more. */
  hasMore: z.boolean(),
});

export type PriceCalendar = z.infer<typeof calendar>;
