import { and, sql } from "drizzle-orm";
import { defineListQuery, type SortsOf } from "~/core/lists/list-query.server";
import { containsIndexed } from "~/core/lists/search.server";
import type { MailState } from "~/core/mail/states";
import type { CouponRow, ShownCouponRow } from "./contract";
import type { CouponFilter } from "./coupon-filter";
import type { couponsList } from "./list";

/** How far a page's total is counted. The pages end there. */
export const MAX_COUNTED = 50_000;

/** What separates the parts of a code. */
const SEPARATORS = ["-", "_", "."];

/** Coupons that no order has come last. */
const ASSIGNED_AT = sql`coalesce(c.assigned_at, '-infinity'::timestamptz)`;

const ORDER_NAME = /^#\S+$/;
const ORDER_ID = /^\d{10,15}$/;

/** The list of coupons that Shopify has. A search for `#1001` finds the order's coupons, as does one for the order's id. */
export const couponsQuery = defineListQuery({
  from: sql`coupon_codes_of_shop AS c JOIN coupon_pools AS p ON p.shop = c.shop AND p.id = c.pool_id
    LEFT JOIN mails AS m ON m.shop = c.shop AND m.id = c.mail_id`,
  id: { by: sql`c.id`, type: "bigint" },
  sorts: {
    code: { by: sql`lower(c.code)`, type: "text" },
    assignedDate: { by: ASSIGNED_AT, type: "timestamptz" },
  } satisfies SortsOf<typeof couponsList>,
  conditions,
  // Counted without the joins, which neither add nor remove a coupon.
  total: (filter) => ({
    kind: "stored",
    count: sql`(SELECT count(*) FROM (
      SELECT FROM coupon_codes_of_shop AS c WHERE ${and(...conditions(filter))} LIMIT ${MAX_COUNTED + 1}) AS counted)`,
  }),
});

function conditions({ search, pool, used, from, until }: CouponFilter & { search: string }) {
  return [
    sql`c.state IN ('free', 'assigned')`,
    pool === undefined ? undefined : sql`c.pool_id = ${pool}`,
    used === "all" ? undefined : sql`c.state = ${used === "used" ? "assigned" : "free"}`,
    // The same expression as the order by date, whose index then serves both.
    from && sql`${ASSIGNED_AT} >= ${from}`,
    until && sql`${ASSIGNED_AT} < ${until} AND c.assigned_at IS NOT NULL`,
    searchCondition(search.trim()),
  ];
}

function searchCondition(search: string) {
  if (search === "") return undefined;
  if (ORDER_NAME.test(search)) return sql`c.order_name = ${search}`;
  const hasCode = containsIndexed(sql`lower(c.code)`, search, SEPARATORS);
  return ORDER_ID.test(search) ? sql`(${hasCode} OR c.order_id = ${search}::bigint)` : hasCode;
}

/** What is read of a coupon. */
export const COUPON_COLUMNS = sql`c.id, c.code, c.state, c.pool_id, p.name AS pool, c.order_id, c.order_name, c.assigned_at,
  c.redeemed_at, c.redeemed_order_id, c.redeemed_order_name, m.state AS mail_state, m.last_error AS mail_problem`;

export interface CouponRecord {
  id: string;
  code: string;
  state: "free" | "assigned";
  pool_id: string;
  pool: string;
  order_id: string | null;
  order_name: string | null;
  assigned_at: Date | null;
  redeemed_at: Date | null;
  redeemed_order_id: string | null;
  redeemed_order_name: string | null;
  mail_state: MailState | null;
  mail_problem: string | null;
}

/** The specified fields of a coupon. */
export const couponRowOf = (record: CouponRecord): CouponRow => ({
  CouponCode: record.code,
  Used: record.state === "assigned",
  OrderId: record.order_id,
  AssignDate: record.assigned_at?.toISOString() ?? null,
});

/** A coupon as the page shows it. */
export const shownRowOf = (record: CouponRecord): ShownCouponRow => ({
  ...couponRowOf(record),
  id: record.id,
  poolId: record.pool_id,
  pool: record.pool,
  orderName: record.order_name,
  mailState: record.mail_state,
  mailProblem: record.mail_problem,
  redeemedAt: record.redeemed_at?.toISOString() ?? null,
  redeemedOrderId: record.redeemed_order_id,
  redeemedOrderName: record.redeemed_order_name,
});
