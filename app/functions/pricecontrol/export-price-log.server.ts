import { sql } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { reportExported } from "~/core/exports/audit.server";
import { exportedFact } from "~/core/exports/export-job.server";
import { MAX_ROWS_PER_ANSWER, tooManyRows } from "~/core/lists/keyset-page";
import { orderByOf, queryRows, whereOf } from "~/core/lists/list-query.server";
import {
  LOG_COLUMNS,
  type LogFilter,
  type LogRecord,
  logEntryOf,
  priceLogQuery,
} from "~/domain/prices/log-record.server";
import { withShop } from "~/platform/db/with-shop.server";
import { priceLogReport, priceLogRowOf } from "./price-log-report.server";
import type { PriceLogRow } from "./schemas";

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
