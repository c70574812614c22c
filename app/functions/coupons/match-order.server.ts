import { and, eq, gt, isNull, lte, or } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { PaidOrder } from "./paid-order";
import type { StoredPool } from "./pool.server";
import { checkLevel } from "./pool-level.server";
import { requestFillWaiting } from "./request-fill-waiting.server";
import { couponPools } from "./tables.server";

/** The pools that assign coupons now, by id, so that transactions lock them in the same order. */
export const activePools = (tx: ShopTransaction, shop: string, now: Date): Promise<StoredPool[]> =>
  tx
    .select()
    .from(couponPools)
    .where(
      and(
        eq(couponPools.shop, shop),
        eq(couponPools.assigns, true),
        lte(couponPools.startsAt, now),
        or(isNull(couponPools.endsAt), gt(couponPools.endsAt, now)),
      ),
    )
    .orderBy(couponPools.id);

/**
 * Lets a paid order wait for a coupon of each pool whose rule it matches. The task that assigns them runs after the commit. Safe to
 * repeat: an order waits for one coupon of a pool once.
 */
export async function matchOrder(
  tx: ShopTransaction,
  shop: string,
  pools: readonly StoredPool[],
  order: PaidOrder,
): Promise<void> {
  for (const pool of pools.filter((one) => matchesRule(one, order))) {
    const { rowCount } = await tx.$client.query(
      "INSERT INTO coupon_orders (shop, pool_id, order_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [shop, pool.id, order.id],
    );
    if (rowCount === 0) continue;
    await checkLevel(tx, shop, pool.id);
    await requestFillWaiting(tx, shop);
  }
}

/** Whether an order was placed in time and meets all conditions of a pool's rule. A rule without conditions matches every order. */
function matchesRule(
  { assignsSince, productId, tag, minimumCents }: StoredPool,
  { placedAt, productIds, tags, totalCents }: PaidOrder,
): boolean {
  return (
    assignsSince !== null &&
    placedAt >= assignsSince &&
    (productId === null || productIds.includes(productId)) &&
    (tag === null || tags.some((one) => one.toLowerCase() === tag.toLowerCase())) &&
    (minimumCents === null || totalCents >= minimumCents)
  );
}
