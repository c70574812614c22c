import { sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { OpenReturn } from "./contract";
import { isUnpaid } from "./return-case.server";
import { returnCases } from "./tables.server";

const MAX_ROWS = 100;
const DAY_MS = 24 * 60 * 60_000;

/** The returns that were created here and aren't refunded yet, oldest first. */
export async function listOpenReturns({
  shop: { domain: shop },
  clock,
}: CallContext): Promise<{ rows: OpenReturn[]; total: number }> {
  const now = clock.now().getTime();
  const rows = await withShop(shop, (tx) =>
    tx
      .select({ row: returnCases, total: sql<number>`count(*) OVER ()::int` })
      .from(returnCases)
      .where(isUnpaid(shop))
      .orderBy(returnCases.finishedAt, returnCases.id)
      .limit(MAX_ROWS),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ row }) => ({
      id: row.id,
      order_name: row.orderName,
      units: row.lines.reduce((sum, { quantity }) => sum + quantity, 0),
      created_date: (row.finishedAt ?? row.startedAt).toISOString(),
      created_by: row.madeByName,
      age_days: Math.max(0, Math.floor((now - (row.finishedAt ?? row.startedAt).getTime()) / DAY_MS)),
      tracking_number: row.trackingNumber,
      package_state: row.packageState,
      package_status: row.packageStatus,
    })),
  };
}
