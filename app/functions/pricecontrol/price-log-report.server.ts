import { subSeconds } from "date-fns";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { exportedFact, reportExported } from "~/core/exports/export-job.server";
import {
  defineExport,
  type ExportColumn,
  type ExportFilter,
  type ExportSource,
  type ListExport,
} from "~/core/exports/list-export.server";
import { tooManyRows } from "~/core/lists/keyset-page";
import { orderByOf, queryRows, whereOf, withFilter } from "~/core/lists/list-query.server";
import { ALL_CUSTOMERS, type LogEntry, OUTSIDE_BACKROOM } from "~/domain/prices/log-entry";
import {
  LOG_COLUMNS,
  type LogFilter,
  type LogRecord,
  logEntryOf,
  priceLogQuery,
} from "~/domain/prices/log-record.server";
import { formatInstant } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { MAX_ROWS_PER_ANSWER } from "~/platform/list";
import type { Cents } from "~/platform/money/cents";
import { toDecimalString, toUnits } from "~/platform/money/decimal";
import { fileTimestamp } from "~/platform/sheets/spreadsheet";
import type { PriceLogRow, ShownPriceLogRow } from "./schemas";

/** An entry as the calls answer it. @param isEmployeeStore adds Customer Type and Source */
function priceLogRowOf(entry: LogEntry, isEmployeeStore: boolean): PriceLogRow {
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

/** The columns, plus those that only the page shows. */
export const shownRowOf = (entry: LogEntry, isEmployeeStore: boolean): ShownPriceLogRow => ({
  ...priceLogRowOf(entry, isEmployeeStore),
  id: entry.id,
  changedAt: entry.changedAt.toISOString(),
  variantId: entry.variantNumber,
  priceListId: entry.priceListId,
  title: entry.title,
  currency: entry.currency,
  changedBy: changedByOf(entry),
  changedThrough: entry.source,
});

/** Who changed a price. */
export const changedByOf = ({ actorName }: LogEntry): string => actorName ?? OUTSIDE_BACKROOM;

/** The range of an export, as a job stores it: up to but not including `until`. The search is in the job's own field. */
const exportedRange = z.object({ from: z.coerce.date().optional(), until: z.coerce.date().optional() });

type ExportedRange = z.infer<typeof exportedRange>;

/** As a number, so that a spreadsheet can compare the column. */
const unitsOf = (amount: Cents | null, currency: string) =>
  amount === null ? "" : toUnits(amount, currency);

const COLUMNS: ExportColumn<LogRecord>[] = [
  { title: "Date", width: 12, value: (row) => formatInstant(row.changed_at, "UTC").date },
  { title: "SKU", width: 24, value: (row) => row.sku ?? "" },
  {
    title: "Previous Price",
    width: 16,
    value: (row) => unitsOf(logEntryOf(row).previousPrice, row.currency),
  },
  { title: "Current Price", width: 16, value: (row) => unitsOf(logEntryOf(row).currentPrice, row.currency) },
  {
    title: "Percentage Change",
    width: 18,
    value: (row) => (row.change_percent === null ? "" : Number(row.change_percent)),
  },
  {
    title: "Compare At Price",
    width: 18,
    value: (row) => unitsOf(logEntryOf(row).compareAtPrice, row.currency),
  },
  {
    title: "Changed By",
    width: 40,
    value: (row) => [changedByOf(logEntryOf(row)), row.source].filter(Boolean).join(": "),
  },
];

const EMPLOYEE_STORE_COLUMNS: ExportColumn<LogRecord>[] = [
  { title: "Customer Type", width: 24, value: (row) => row.customer_type || ALL_CUSTOMERS },
  { title: "Source", width: 24, value: (row) => row.source ?? OUTSIDE_BACKROOM },
  // Only here are there prices in other currencies than the shop's.
  { title: "Currency", width: 10, value: (row) => row.currency },
];

const sourceOf = (withPriceLists: boolean): ExportSource<LogRecord, ExportedRange> => ({
  query: withFilter(priceLogQuery, ({ request }: ExportFilter<ExportedRange>) => ({
    ...request.filter,
    sku: request.searchValue.trim(),
    withPriceLists,
  })),
  columns: LOG_COLUMNS,
  createdAt: sql`changed_at`,
});

const reportOf = (name: string, columns: ExportColumn<LogRecord>[], withPriceLists: boolean) => ({
  name,
  flag: "showPriceControl" as const,
  columns,
  source: sourceOf(withPriceLists),
  filter: exportedRange,
  filterLines: ({ filter: { from, until } }: { filter: ExportedRange }) => [
    ...(from ? [`From ${formatInstant(from, "UTC").date} (UTC)`] : []),
    ...(until ? [`To ${formatInstant(subSeconds(until, 1), "UTC").date} (UTC)`] : []),
  ],
  title: () => "Price Log",
  fileName: (_part: string, now: Date) => `Price_Log_${fileTimestamp(now)}`,
});

/** The spreadsheet of the price log. The page exports this one, and its call takes the one with price lists for an employee store. */
export const priceLogReport: ListExport = defineExport(reportOf("price-log", COLUMNS, false));

/** The spreadsheet with the prices of price lists. */
export const employeePriceLogReport = defineExport(
  reportOf("employee-price-log", [...COLUMNS, ...EMPLOYEE_STORE_COLUMNS], true),
);

/**
 * The entries of the price log without pages, newest first. The audit records the export.
 * @throws 400 with the code `TOO_MANY_ROWS` when they exceed the limit of an answer
 */
export const exportPriceLog = (
  { shop, administrator }: CallContext,
  filter: LogFilter,
): Promise<PriceLogRow[]> =>
  withShop(shop.domain, async (tx) => {
    const order = orderByOf(priceLogQuery, { key: "changedAt", descending: true });
    const records = await queryRows<LogRecord>(
      tx,
      sql`SELECT ${LOG_COLUMNS} FROM price_log_of_shop WHERE ${whereOf(priceLogQuery, filter)}
           ORDER BY ${order} LIMIT ${MAX_ROWS_PER_ANSWER + 1}`,
    );
    if (records.length > MAX_ROWS_PER_ANSWER)
      throw tooManyRows(
        "Narrow the dates, or have the file written as a job: POST to the same address with /job at its end.",
      );
    const { from, until, sku } = filter;
    const request = { part: "", searchType: "Email", searchValue: sku, filter: { from, until } } as const;
    await recordAudit(tx, shop.domain, reportExported, {
      actor: administrator,
      subject: { type: shopSubject, id: shop.domain },
      before: null,
      after: exportedFact(shop, priceLogReport, request, records.length),
      flag: priceLogReport.flag,
    });
    return records.map((record) => priceLogRowOf(logEntryOf(record), filter.withPriceLists));
  });
