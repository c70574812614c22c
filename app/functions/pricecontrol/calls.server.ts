import { z } from "zod";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { exportCallsWith } from "~/core/exports/calls-of-list.server";
import { exportSort } from "~/core/exports/list-export.server";
import { perPage, perPageOf, perPageRequest } from "~/core/lists/numbered-page";
import { isSwitchOn } from "~/core/settings/stored-setting.server";
import { employeePriceLogSheet, priceLogList, priceLogRow, priceLogSheet } from "~/domain/prices/list.server";
import { countPriceLog, listPriceLog } from "~/domain/prices/list-price-log.server";
import { changedByOf } from "~/domain/prices/log-entry";
import type { LogFilter } from "~/domain/prices/log-record.server";
import { readPriceHistory } from "~/domain/prices/price-history.server";
import { employeeStoreColumns } from "~/domain/prices/switches";
import { addIsoDays, utcIsoDate } from "~/platform/dates/iso-date";
import { readShop } from "~/platform/db/read-shop.server";
import { badRequest, notFound } from "~/platform/errors";
import { pluralize } from "~/platform/text/pluralize";
import { exportPriceLog } from "./export-price-log.server";
import { days, instant, priceHistory, sku, text } from "./schemas";

const page = perPageOf(priceLogRow);

/** What the page alone shows is left out. */
const exportedRow = priceLogRow.pick({
  DisplayDate: true,
  Sku: true,
  PreviousPrice: true,
  CurrentPrice: true,
  PercentageChange: true,
  CompareAtPrice: true,
  CustomerType: true,
  Source: true,
});

const START_AFTER_END = "The start date is after the end date. Change one of them.";
const AFTER_TODAY = "must be today (UTC) or before";
const NO_HISTORY = "No price of this variant is recorded. Search for its SKU in the price log.";

/** The calls of the price log. */
export const pricelogCalls = {
  list: call("GET /pricelog/list", {
    for: "showPriceControl",
    summary: "A page of the price log, newest first",
    input: z.object({ ...perPageRequest(priceLogList.pageSize), ...days, sku }),
    output: z.object({
      data: page,
      // The specification doesn't say whether these are inside data, so they are in both places.
      ...page.omit({ results: true }).shape,
      /** How many entries there are, as far as they were counted. */
      total: z.number().int(),
      /** False when there are more than were counted. The pages end where the count does. */
      isExact: z.boolean(),
      isEmployeeStore: z.boolean(),
    }),
    async run(context, input) {
      const { page, per_page: pageSize } = input;
      const filter = filterOf(input, context.clock.now());
      const found = await listPriceLog(context.shop.domain, filter, { page, pageSize });
      const { entries, total, isExact, withPriceLists } = found;
      const data = perPage(entries, { total, page, pageSize });
      const { results: _results, ...pages } = data;
      return { data, ...pages, total, isExact, isEmployeeStore: withPriceLists };
    },
  }),
  export: call("GET /pricelog/list/export", {
    for: "showPriceControl",
    summary: "The price log without pages",
    input: z.object({ ...days, sku }),
    output: z.object({ data: z.object({ results: z.array(exportedRow) }) }),
    async run(context, input) {
      const withPriceLists = await isEmployeeStore(context);
      const filter = { ...filterOf(input, context.clock.now()), withPriceLists };
      return { data: { results: await exportPriceLog(context, filter) } };
    },
  }),
  history: call("GET /pricelog/history/{variantId}", {
    for: "showPriceControl",
    summary: "The prices of a variant, and its lowest price of the last 30 days",
    input: z.object({
      variantId: text.regex(/^\d{1,15}$/, "must be the number of a variant"),
      priceListId: text.regex(/^\d{1,15}$/, "must be the number of a price list").default("0"),
    }),
    output: priceHistory,
    async run({ shop, clock }, input) {
      const key = { variantNumber: Number(input.variantId), priceListId: Number(input.priceListId) };
      const found = await readShop(shop.domain, (tx) =>
        readPriceHistory(tx, key, { now: clock.now(), limit: MAX_CHANGES + 1 }),
      );
      if (!found) throw notFound(NO_HISTORY);
      const { lowest, beforeReduction, entries } = found;
      const lowestOf = ({ price, since }: typeof lowest) => ({
        cents: price,
        since: since?.toISOString() ?? null,
      });
      return {
        sku: found.sku,
        title: found.title,
        customerType: found.customerType,
        currency: found.currency,
        priceCents: found.price,
        compareAtCents: found.compareAtPrice,
        since: found.since.toISOString(),
        lowest: lowestOf(lowest),
        beforeReduction: beforeReduction && {
          ...lowestOf(beforeReduction),
          reducedAt: beforeReduction.reducedAt.toISOString(),
        },
        changes: entries.slice(0, MAX_CHANGES).map((entry) => ({
          id: entry.id,
          changedAt: entry.changedAt.toISOString(),
          previousCents: entry.previousPrice,
          currentCents: entry.currentPrice,
          compareAtCents: entry.compareAtPrice,
          changedBy: changedByOf(entry),
          changedThrough: entry.source,
        })),
        hasMore: entries.length > MAX_CHANGES,
      };
    },
  }),
  figure: call("GET /pricelog/figure", {
    for: "showPriceControl",
    summary: "The live figure of the home page's card",
    output: z.object({ text, asOf: instant.nullable() }),
    async run(context) {
      const now = context.clock.now();
      const filter = { from: new Date(utcIsoDate(now)), withPriceLists: await isEmployeeStore(context) };
      const changes = await readShop(context.shop.domain, (tx) => countPriceLog(tx, filter));
      return {
        text: `${pluralize(changes, "change")} today (UTC)`,
        asOf: null,
      };
    },
  }),
};

/** How many changes of one variant are shown. */
const MAX_CHANGES = 200;

const isEmployeeStore = ({ shop: { domain } }: CallContext): Promise<boolean> =>
  readShop(domain, (tx) => isSwitchOn(tx, domain, employeeStoreColumns));

interface Days {
  date_from?: Date;
  /** Up to but not including it. */
  date_to?: Date;
}

/** The filter of a request. @throws 400 for days after today, and for a start after the end */
function filterOf(
  { date_from: from, date_to: until, sku }: Days & { sku: string },
  now: Date,
): Omit<LogFilter, "withPriceLists"> {
  const tomorrow = new Date(addIsoDays(utcIsoDate(now), 1));
  const late = [
    ...(from && from >= tomorrow ? ["date_from"] : []),
    ...(until && until > tomorrow ? ["date_to"] : []),
  ];
  if (late[0])
    throw badRequest(
      `${late[0]}: ${AFTER_TODAY}`,
      Object.fromEntries(late.map((name) => [name, AFTER_TODAY])),
    );
  if (from && until && from >= until) throw badRequest(START_AFTER_END, { date_from: START_AFTER_END });
  return { from, until, sku };
}

/** The calls under `exports` that export the price log. */
export const pricelogExportCalls = {
  pricelog: exportCallsWith(priceLogSheet, "/pricelog/list/export", "the price log", {
    parts: { query: z.object({ sort: exportSort, ...days }).default({}) },
    async requestOf({ query: { sort = "changedAt desc", ...range } }, context, sku) {
      const { from, until } = filterOf({ ...range, sku }, context.clock.now());
      const sheet = (await isEmployeeStore(context)) ? employeePriceLogSheet : priceLogSheet;
      return { sheet, part: "", sort, filter: { from, until } };
    },
  }),
};
