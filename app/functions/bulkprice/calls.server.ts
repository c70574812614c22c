import { z } from "zod";
import { call } from "~/core/call.server";
import { importObjects } from "~/core/imports/import-objects.server";
import { apiImportAnswer, apiImportHeaders, apiImportRows } from "~/core/imports/schemas";
import { pageOf, pageRequest } from "~/core/lists/keyset-page";
import { cleanIdentifier } from "~/platform/text/identifier";
import { changePrice, movePrices } from "./change-price.server";
import { importForm } from "./import";
import { listPrices, priceRow, pricesList, readPricesPage } from "./list-prices.server";
import { readCalendar } from "./read-calendar.server";
import { calendar, id, move, prices, selection, text } from "./schemas";
import * as states from "./states";
import { cancelPrices, endPrices, pausePrices, resumePrices } from "./stop-prices.server";

const MAX_SKU_LENGTH = 255;

const search = {
  searchValue: text.trim().max(60, "must be at most 60 characters").default(""),
  searchType: text.max(20, "must be at most 20 characters").default("Sku"),
};

const amount = (problem: string) => z.union([text.max(40, problem), z.number(problem)], problem);

/** The calls of the screen Import Price. */
export const bulkPriceCalls = {
  list: call("POST /bulkprice", {
    for: "showBulkPrice",
    summary: "The scheduled prices whose SKU contains a text, latest effective date first, at most 1,000",
    input: z.object(search).default({ searchValue: "", searchType: "Sku" }),
    output: z.array(priceRow.schema),
    run: (context, input) => listPrices(context, input.searchValue),
  }),
  page: call("GET /bulkprice/page", {
    for: "showBulkPrice",
    summary: "A page of scheduled prices, the next due first, then those of the past, latest first",
    input: z.object({
      search: text.trim().max(60, "must be at most 60 characters").default(""),
      state: z.enum(states.PRICE_STATES, `must be one of: ${states.PRICE_STATES.join(", ")}`).optional(),
      /** Those that are still to start today, in the shop's time zone. */
      starts: z.enum(["today"], "must be today").optional(),
      sort: text.max(40).optional(),
      ...pageRequest,
    }),
    output: pageOf(pricesList.row),
    run: readPricesPage,
  }),
  calendar: call("GET /bulkprice/calendar", {
    for: "showBulkPrice",
    summary: "The prices that begin or end in a month or on a day, by moment and file, at most 300 batches",
    input: z.object({
      /** Without one, the current month. */
      month: text.regex(/^\d{4}-(0[1-9]|1[0-2])$/, "must be a month, such as 2026-06").optional(),
      /** With it, its month, and only the batches of this day. */
      day: z.iso.date("must be a day, such as 2026-06-01").optional(),
    }),
    output: calendar,
    run: (context, input) => readCalendar(context, input),
  }),
  pause: call("POST /bulkprice/pause", {
    for: "showBulkPrice",
    summary: "Pause scheduled prices, so that they aren't applied until they are resumed",
    input: selection,
    output: z.object({ changed: z.number().int() }),
    run: pausePrices,
  }),
  resume: call("POST /bulkprice/resume", {
    for: "showBulkPrice",
    summary:
      "Resume paused prices. Those whose effective date has passed are applied within a minute. Those whose end date has passed stay paused",
    input: selection,
    output: z.object({ changed: z.number().int(), ended: z.number().int() }),
    run: resumePrices,
  }),
  cancel: call("POST /bulkprice/cancel", {
    for: "showBulkPrice",
    summary: "Cancel scheduled and paused prices. They are never applied",
    input: selection,
    output: z.object({ changed: z.number().int() }),
    run: cancelPrices,
  }),
  end: call("POST /bulkprice/end", {
    for: "showBulkPrice",
    summary:
      "End applied prices now. The earlier prices return within a minute, unless they were changed since",
    input: prices,
    output: z.object({ changed: z.number().int() }),
    run: (context, input) => endPrices(context, input.ids),
  }),
  move: call("POST /bulkprice/move", {
    for: "showBulkPrice",
    summary: "Move scheduled and paused prices to another moment. Their ends move by the same time",
    input: move,
    output: z.object({ changed: z.number().int() }),
    run: movePrices,
  }),
  update: call("PATCH /updatebulkprice", {
    for: "showBulkPrice",
    summary: "Change a scheduled price that isn't applied yet",
    input: z.object({
      ID: z.union([id, z.number().int().positive()]),
      MODEL: z
        .string(states.SKU_NOT_VALID)
        .overwrite(cleanIdentifier)
        .min(1, states.SKU_NOT_VALID)
        .max(MAX_SKU_LENGTH, states.SKU_NOT_VALID),
      PRICE: amount(states.PRICE_NOT_VALID),
      COMPARE_AT_PRICE: amount(states.COMPARE_AT_NOT_VALID).nullish(),
      EFFECTIVE_DATE: z
        .string(states.DATE_NOT_VALID)
        .trim()
        .min(1, states.DATE_NOT_VALID)
        .max(40, states.DATE_NOT_VALID),
      /** Empty for none. Absent, it stays. */
      END_DATE: z.string(states.END_NOT_VALID).trim().max(40, states.END_NOT_VALID).optional(),
      BELOW_MAPP_ITEM_TAG: z
        .union([z.enum(["true", "false"]), z.boolean()], "must be true or false")
        .transform((value) => String(value) === "true"),
      /** `version` of the row that was read: 409 when it was changed since. */
      version: z.number().int().optional(),
    }),
    output: priceRow.schema,
    run: (context, input) =>
      changePrice(context, {
        id: Number(input.ID),
        sku: input.MODEL,
        price: input.PRICE,
        compareAt: input.COMPARE_AT_PRICE,
        effectiveDate: input.EFFECTIVE_DATE,
        endDate: input.END_DATE,
        belowMapp: input.BELOW_MAPP_ITEM_TAG,
        version: input.version,
      }),
  }),
};

/** The call under `imports` that schedules prices. */
export const bulkPriceImports = {
  importPrices: call("POST /bulkpriceupload", {
    for: "showBulkPrice",
    summary: "Schedule prices from spreadsheet rows",
    status: 202,
    input: { headers: apiImportHeaders, body: z.object({ excelData: apiImportRows }) },
    output: apiImportAnswer,
    run: (context, input) =>
      importObjects(context, importForm, input.body.excelData, input.headers["idempotency-key"]),
  }),
};
