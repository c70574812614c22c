import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** A coupon that was just assigned. */
export interface AssignedCoupon {
  id: number;
  code: string;
}

/**
 * Assigns the next free coupon of a pool to an order that waits for one, in one statement. The order's row is locked, so it gets one
 * coupon only. Free coupons that other transactions are assigning are skipped, so no coupon goes to two orders.
 * @param order with its name, such as `#1001`
 * @returns null when the order doesn't wait any longer, is being given one, or when no coupon is free. Then it waits for more codes
 */
export async function assignCoupon(
  tx: ShopTransaction,
  shop: string,
  poolId: number,
  order: { id: number; name: string },
): Promise<AssignedCoupon | null> {
  const { rows } = await tx.$client.query<{ id: string; code: string }>(
    `WITH waiting AS (
       SELECT order_id FROM coupon_orders WHERE shop = $1 AND pool_id = $2 AND order_id = $3 AND coupon_id IS NULL
       FOR UPDATE SKIP LOCKED
     ), free AS (
       SELECT id FROM coupon_codes
        WHERE shop = $1 AND pool_id = $2 AND state = 'free' AND redeemed_at IS NULL AND EXISTS (SELECT FROM waiting)
        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
     ), assigned AS (
       UPDATE coupon_codes AS c SET state = 'assigned', order_id = $3, order_name = $4, assigned_at = clock_timestamp()
         FROM free WHERE c.shop = $1 AND c.id = free.id RETURNING c.id, c.code
     ), recorded AS (
       UPDATE coupon_orders AS o SET coupon_id = assigned.id FROM assigned
        WHERE o.shop = $1 AND o.pool_id = $2 AND o.order_id = $3)
     SELECT id, code FROM assigned`,
    [shop, poolId, order.id, order.name],
  );
  const [row] = rows;
  return row ? { id: Number(row.id), code: row.code } : null;
}
