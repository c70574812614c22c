import { and, eq, ne, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import { isUnpaid, unitsOf } from "./return-case.server";
import type { OpenReturn } from "./schemas";
import { returnCases, returnRefunds } from "./tables.server";

export const MAX_ROWS = 100;

export const DAY_MS = 24 * 60 * 60_000;

/** The returns that were created here and aren't refunded yet, oldest first. */
export async function listOpenReturns({
  shop: { domain: shop },
  clock,
}: CallContext): Promise<{ rows: OpenReturn[]; total: number }> {
  const now = clock.now().getTime();
  const rows = await withShop(shop, (tx) =>
    tx
      .select({ row: returnCases, refund: returnRefunds, total: sql<number>`count(*) OVER ()::int` })
      .from(returnCases)
      .leftJoin(
        returnRefunds,
        and(
          eq(returnRefunds.shop, returnCases.shop),
          eq(returnRefunds.returnGid, returnCases.returnGid),
          ne(returnRefunds.state, "failed"),
        ),
      )
      .where(isUnpaid(shop))
      .orderBy(returnCases.finishedAt, returnCases.id)
      .limit(MAX_ROWS),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ row, refund }) => ({
      id: row.id,
      order_name: row.orderName,
      units: unitsOf(row.lines),
      created_date: (row.finishedAt ?? row.startedAt).toISOString(),
      created_by: row.madeByName,
      age_days: Math.max(0, Math.floor((now - (row.finishedAt ?? row.startedAt).getTime()) / DAY_MS)),
      tracking_number: row.trackingNumber,
      package_state: row.packageState,
      package_status: row.packageStatus,
      received: refund?.processedAt
        ? {
            at: refund.processedAt.toISOString(),
            by: refund.madeByName,
            units: unitsOf(refund.lines.filter(({ disposition }) => disposition !== "MISSING")),
          }
        : null,
    })),
  };
}
