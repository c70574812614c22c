import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { exportRows, startExport } from "~/core/exports/export-rows.server";
import type { ListExport } from "~/core/exports/list-export.server";
import { guard } from "~/core/guard.server";
import { perPage } from "~/core/lists/per-page";
import { isSwitchOn } from "~/core/settings/switches.server";
import { countPriceLog, listPriceLog } from "~/domain/prices/list-price-log.server";
import type { LogFilter } from "~/domain/prices/log-filter.server";
import { readPriceHistory } from "~/domain/prices/price-history.server";
import { employeeStoreColumns } from "~/domain/prices/switches";
import { addIsoDays, utcIsoDate } from "~/platform/dates/iso-date";
import { readShop } from "~/platform/db/read-shop.server";
import { badRequest, notFound } from "~/platform/errors";
import { pluralize } from "~/platform/text/pluralize";
import { type PriceHistory, pricelogContract, pricelogExports } from "./contract";
import { exportPriceLog } from "./export-price-log.server";
import { AFTER_TODAY, NO_HISTORY, START_AFTER_END } from "./messages";
import { employeePriceLogReport, priceLogReport } from "./price-log-report.server";
import { changedByOf, shownRowOf } from "./price-log-row";

const calls = implement(pricelogContract).$context<CallContext>().use(guard);

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

/** The calls of the price log. */
export const pricelogRouter = calls.router({
  list: calls.list.handler(async ({ input, context }) => {
    const { page, per_page: pageSize } = input;
    const filter = filterOf(input, context.clock.now());
    const found = await listPriceLog(context.shop.domain, filter, { page, pageSize });
    const { entries, total, isExact, withPriceLists } = found;
    const rows = entries.map((entry) => shownRowOf(entry, withPriceLists));
    const data = perPage(rows, { total, page, pageSize });
    const { results: _results, ...pages } = data;
    return { data, ...pages, total, isExact, isEmployeeStore: withPriceLists };
  }),
  export: calls.export.handler(async ({ input, context }) => {
    const withPriceLists = await isEmployeeStore(context);
    const filter = { ...filterOf(input, context.clock.now()), withPriceLists };
    return { data: { results: await exportPriceLog(context, filter) } };
  }),
  history: calls.history.handler(async ({ input, context: { shop, clock } }): Promise<PriceHistory> => {
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
      })),
      hasMore: entries.length > MAX_CHANGES,
    };
  }),
  figure: calls.figure.handler(async ({ context }) => {
    const now = context.clock.now();
    const filter = { from: new Date(utcIsoDate(now)), withPriceLists: await isEmployeeStore(context) };
    const changes = await readShop(context.shop.domain, (tx) => countPriceLog(tx, filter));
    return {
      text: `${pluralize(changes, "change")} today (UTC)`,
      asOf: null,
    };
  }),
});

const exportCalls = implement(pricelogExports).$context<CallContext>().use(guard);

interface ExportInput {
  query: Days & { sort?: string };
  body: { searchType: "Email" | "Date"; searchValue: string };
}

/** The report of the shop, and which rows it has. */
async function exportOf(context: CallContext, { query, body }: ExportInput) {
  const withColumns = await isEmployeeStore(context);
  const report: ListExport = withColumns ? employeePriceLogReport : priceLogReport;
  const { from, until } = filterOf({ ...query, sku: body.searchValue }, context.clock.now());
  const { sort = "changedAt desc" } = query;
  return { report, request: { part: "", ...body, sort, filter: { from, until } } };
}

/** The calls that export the price log. */
export const pricelogExportsRouter = exportCalls.router({
  pricelog: {
    rows: exportCalls.pricelog.rows.handler(async ({ input, context }) => {
      const { report, request } = await exportOf(context, input);
      return exportRows(context, report, request);
    }),
    start: exportCalls.pricelog.start.handler(async ({ input, context }) => {
      const { report, request } = await exportOf(context, input);
      return startExport(context, report, request, input.body.operationId);
    }),
  },
});
