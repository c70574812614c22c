import { sql } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { reportExported } from "~/core/exports/audit.server";
import { exportedFact } from "~/core/exports/export-job.server";
import {
  fromOf,
  orderByOf,
  queryRows,
  readNumberedPage,
  readOrder,
  whereOf,
} from "~/core/lists/list-query.server";
import { MAX_ROWS_PER_ANSWER, tooManyRows } from "~/core/lists/max-rows";
import { perPage } from "~/core/lists/per-page";
import { withShop } from "~/platform/db/with-shop.server";
import type { CouponRow } from "./contract";
import type { CouponFilter } from "./coupon-filter";
import { couponReport } from "./coupon-report.server";
import {
  COUPON_COLUMNS,
  type CouponRecord,
  couponRowOf,
  couponsQuery,
  MAX_COUNTED,
  shownRowOf,
} from "./coupons-query.server";
import { couponsList } from "./list";

type CouponSearch = CouponFilter & { search: string };

/** A page of coupons. @throws 400 for an order that the list doesn't have */
export async function listCoupons(
  { shop }: CallContext,
  {
    page,
    per_page: pageSize,
    sort,
    ...filter
  }: CouponSearch & { page: number; per_page: number; sort?: string },
) {
  const order = readOrder(couponsList, sort);
  const { rows, total: counted } = await withShop(shop.domain, (tx) =>
    readNumberedPage(
      tx,
      couponsQuery,
      { filter, order, page, pageSize },
      ({ where, orderBy, limit, offset, total }) =>
        queryRows<CouponRecord & { total: string | null }>(
          tx,
          sql`SELECT ${COUPON_COLUMNS}, ${total} AS total FROM ${fromOf(couponsQuery, filter)}
               WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}`,
        ),
    ),
  );
  const total = Math.min(counted, MAX_COUNTED);
  const data = perPage(rows.map(shownRowOf), { total, page, pageSize });
  const { results: _results, ...pages } = data;
  return { data, ...pages, total, isExact: counted <= MAX_COUNTED };
}

/**
 * The coupons without pages, the latest assigned first. The audit records the export.
 * @throws 400 with the code `TOO_MANY_ROWS` when they exceed the limit of an answer
 */
export const exportCoupons = (
  { shop, administrator }: CallContext,
  { search, ...filter }: CouponSearch,
): Promise<CouponRow[]> =>
  withShop(shop.domain, async (tx) => {
    const order = orderByOf(couponsQuery, readOrder(couponsList));
    const records = await queryRows<CouponRecord>(
      tx,
      sql`SELECT ${COUPON_COLUMNS} FROM ${fromOf(couponsQuery, { search, ...filter })}
           WHERE ${whereOf(couponsQuery, { search, ...filter })} ORDER BY ${order} LIMIT ${MAX_ROWS_PER_ANSWER + 1}`,
    );
    if (records.length > MAX_ROWS_PER_ANSWER)
      throw tooManyRows(
        "Narrow the search, or have the file written as a job: POST to the same address with /job at its end.",
      );
    const request = { part: "", searchType: "Email", searchValue: search, filter } as const;
    await recordAudit(tx, shop.domain, reportExported, {
      actor: administrator,
      subject: { type: shopSubject, id: shop.domain },
      before: null,
      after: exportedFact(shop, couponReport, request, records.length),
      flag: couponReport.flag,
    });
    return records.map(couponRowOf);
  });
