import { subSeconds } from "date-fns";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { defineExport, type ExportColumn, type ExportFilter } from "~/core/exports/list-export.server";
import { withFilter } from "~/core/lists/list-query.server";
import { formatDashedDateTime } from "~/platform/dates/dashed-date-time";
import { fileTimestamp } from "~/platform/sheets/file-name";
import { ASSIGNED_IN } from "./assigned-in";
import { type CouponFilter, USES } from "./coupon-filter";
import { COUPON_COLUMNS, type CouponRecord, couponsQuery } from "./coupons-query.server";

const dateOf = (instant: Date | null): string => (instant ? formatDashedDateTime(instant, ASSIGNED_IN) : "");

const COLUMNS: ExportColumn<CouponRecord>[] = [
  { title: "Coupon Code", width: 28, value: (row) => row.code },
  { title: "Used", width: 10, value: (row) => (row.state === "assigned" ? "Used" : "Not Used") },
  { title: "Order Id", width: 18, value: (row) => row.order_id ?? "" },
  { title: "Assigned Date", width: 20, value: (row) => dateOf(row.assigned_at) },
  { title: "Redeemed By", width: 18, value: (row) => row.redeemed_order_id ?? "" },
  { title: "Pool", width: 24, value: (row) => row.pool },
];

/** The spreadsheet of coupons. */
export const couponReport = defineExport({
  name: "coupons",
  flag: "showCoupons",
  columns: COLUMNS,
  source: {
    query: withFilter(couponsQuery, ({ request }: ExportFilter<CouponFilter>) => ({
      ...request.filter,
      search: request.searchValue,
    })),
    columns: COUPON_COLUMNS,
    createdAt: sql`c.created_at`,
  },
  searchesTextOnly: true,
  filter: z.object({
    // A text in the page's form, a number in a stored job.
    pool: z.coerce.number().int().positive().optional(),
    used: z.enum(USES).default("all"),
    from: z.coerce.date().optional(),
    until: z.coerce.date().optional(),
  }),
  filterLines: ({ filter: { pool, used, from, until } }) => [
    ...(pool === undefined ? [] : [`Pool ${pool}`]),
    ...(used === "all" ? [] : [used === "used" ? "Used" : "Not Used"]),
    ...(from ? [`Assigned from ${dateOf(from)}`] : []),
    ...(until ? [`Assigned before ${dateOf(until)}`] : []),
  ],
  title: () => "Coupons",
  fileName: (_part: string, now: Date) => `Coupons_${fileTimestamp(now)}`,
  callFor: ({ sort, filter: { pool, used, from, until } }) => ({
    path: ["coupons"],
    input: {
      query: {
        sort,
        pool,
        used,
        date_from: from?.toISOString(),
        date_to: until && subSeconds(until, 1).toISOString(),
      },
    },
  }),
});
