import { z } from "zod";
import { apiImportAnswer, apiImportHeaders, apiImportRows } from "~/core/imports/contract";
import { pageOf, pageRequest } from "~/core/lists/keyset-page";
import { call } from "~/platform/contract/call";
import { cleanIdentifier } from "~/platform/text/identifier";
import {
  COMPARE_AT_NOT_VALID,
  DATE_NOT_VALID,
  END_NOT_VALID,
  PRICE_NOT_VALID,
  SKU_NOT_VALID,
} from "./messages";
import { PRICE_STATES } from "./states";

const text = z.string();
const MAX_SKU_LENGTH = 255;

/** A scheduled price. The names in capitals are specified. Amounts are decimal text in the shop's currency. */
const priceRow = z.object({
  ID: text,
  /** The SKU. */
  MODEL: text,
  PRICE: text,
  COMPARE_AT_PRICE: text.nullable(),
  /** MM-DD-YYYY HH:mm:ss in the shop's time zone. */
  EFFECTIVE_DATE: text,
  /** The same. Null when the price has no end. */
  END_DATE: text.nullable(),
  BELOW_MAPP_ITEM_TAG: z.enum(["true", "false"]),
  /** To be sent back with a change. */
  version: z.number().int(),
  state: z.enum(PRICE_STATES),
  message: text.nullable(),
  /** Instant, ISO 8601. */
  effectiveAt: text,
  /** The same. Null when the price has no end. */
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
/** The same as a row of the grid. */
export type PriceGridRow = PriceRow & { id: string };

const search = {
  searchValue: text.trim().max(60, "must be at most 60 characters").default(""),
  searchType: text.max(20, "must be at most 20 characters").default("Sku"),
};

const id = text.regex(/^\d{1,15}$/, "must be the ID of a row");
const instant = text;

/** Rows by their IDs, or the rows of one file with one effective date. */
const selection = z.union([
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

const calendar = z.object({
  /** YYYY-MM in the shop's time zone. */
  month: text,
  batches: z.array(priceBatch),
  /** True when the month has more. */
  hasMore: z.boolean(),
});
export type PriceCalendar = z.infer<typeof calendar>;

const amount = (problem: string) => z.union([text.max(40, problem), z.number(problem)], problem);

/** The calls of the screen Import Price. */
export const bulkPriceContract = {
  list: call("showBulkPrice")
    .route({
      method: "POST",
      path: "/bulkprice",
      summary: "The scheduled prices whose SKU contains a text, latest effective date first, at most 1,000",
    })
    .input(z.object(search).default({ searchValue: "", searchType: "Sku" }))
    .output(z.array(priceRow)),
  page: call("showBulkPrice")
    .route({ method: "GET", path: "/bulkprice/page", summary: "A page of scheduled prices" })
    .input(
      z.object({
        search: text.trim().max(60, "must be at most 60 characters").default(""),
        sort: text.max(40).optional(),
        ...pageRequest,
      }),
    )
    .output(pageOf(priceRow.extend({ id: text }))),
  calendar: call("showBulkPrice")
    .route({
      method: "GET",
      path: "/bulkprice/calendar",
      summary: "The prices that begin or end in a month, by moment and file, at most 300 batches",
    })
    .input(
      z.object({
        /** Without one, the current month. */
        month: text.regex(/^\d{4}-(0[1-9]|1[0-2])$/, "must be a month, such as 2026-06").optional(),
      }),
    )
    .output(calendar),
  pause: call("showBulkPrice")
    .route({
      method: "POST",
      path: "/bulkprice/pause",
      summary: "Pause scheduled prices, so that they aren't applied until they are resumed",
    })
    .input(selection)
    .output(z.object({ changed: z.number().int() })),
  resume: call("showBulkPrice")
    .route({
      method: "POST",
      path: "/bulkprice/resume",
      summary:
        "Resume paused prices. Those whose effective date has passed are applied within a minute. Those whose end date has passed stay paused",
    })
    .input(selection)
    .output(z.object({ changed: z.number().int(), ended: z.number().int() })),
  update: call("showBulkPrice")
    .route({
      method: "PATCH",
      path: "/updatebulkprice",
      summary: "Change a scheduled price that isn't applied yet",
    })
    .input(
      z.object({
        ID: z.union([id, z.number().int().positive()]),
        MODEL: z
          .string(SKU_NOT_VALID)
          .overwrite(cleanIdentifier)
          .min(1, SKU_NOT_VALID)
          .max(MAX_SKU_LENGTH, SKU_NOT_VALID),
        PRICE: amount(PRICE_NOT_VALID),
        COMPARE_AT_PRICE: amount(COMPARE_AT_NOT_VALID).nullish(),
        EFFECTIVE_DATE: z.string(DATE_NOT_VALID).trim().min(1, DATE_NOT_VALID).max(40, DATE_NOT_VALID),
        /** Empty for none. Absent, it stays. */
        END_DATE: z.string(END_NOT_VALID).trim().max(40, END_NOT_VALID).optional(),
        BELOW_MAPP_ITEM_TAG: z
          .union([z.enum(["true", "false"]), z.boolean()], "must be true or false")
          .transform((value) => String(value) === "true"),
        /** `version` of the row that was read: 409 when it was changed since. */
        version: z.number().int().optional(),
      }),
    )
    .output(priceRow),
};

/** The call under `imports` that schedules prices. */
export const bulkPriceImports = {
  importPrices: call("showBulkPrice")
    .route({
      method: "POST",
      path: "/bulkpriceupload",
      inputStructure: "detailed",
      summary: "Schedule prices from spreadsheet rows",
      successStatus: 202,
    })
    .input(z.object({ headers: apiImportHeaders, body: z.object({ excelData: apiImportRows }) }))
    .output(apiImportAnswer),
};
