import { sql } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { exportedFact, reportExported } from "~/core/exports/export-job.server";
import { tooManyRows } from "~/core/lists/keyset-page";
import { fromOf, orderByOf, queryRows, readOrder, whereOf } from "~/core/lists/list-query.server";
import {
  employeePriceLogList,
  type PriceLogRow,
  priceLogList,
  priceLogSheet,
} from "~/domain/prices/list.server";
import type { LogFilter } from "~/domain/prices/log-record.server";
import { withShop } from "~/platform/db/with-shop.server";
import { MAX_ROWS_PER_ANSWER } from "~/platform/list";

/**
 * The entries of the price log without pages, newest first. The audit records the export.
 * @throws 400 with the code `TOO_MANY_ROWS` when they exceed the limit of an answer
 */
export const exportPriceLog = (
  { shop, administrator }: CallContext,
  filter: LogFilter,
): Promise<PriceLogRow[]> =>
  withShop(shop.domain, async (tx) => {
    const list = filter.withPriceLists ? employeePriceLogList : priceLogList;
    const { query, select, rowOf } = list;
    const records = await queryRows<object>(
      tx,
      sql`SELECT ${select} FROM ${fromOf(query, filter)} WHERE ${whereOf(query, filter)}
           ORDER BY ${orderByOf(query, readOrder(list))} LIMIT ${MAX_ROWS_PER_ANSWER + 1}`,
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
      after: exportedFact(shop, priceLogSheet, request, records.length),
      flag: priceLogSheet.flag,
    });
    return records.map((record) => rowOf(record) as PriceLogRow);
  });
