import type { Order } from "~/domain/orders/read-orders.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** In SQL: forgets the uses of a code that isn't in its pool's discount. They are another discount's. */
export const WITHOUT_USES =
  "redeemed_order_id = NULL, redeemed_order_name = NULL, redeemed_at = NULL, usage_count = 0";

/**
 * Records which orders redeemed coupons. The first order counts. A code that failed isn't in its pool's discount. One that waits may
 * be in it already.
 */
export async function recordRedemptions(
  tx: ShopTransaction,
  shop: string,
  orders: readonly Pick<Order, "number" | "name" | "processedAt" | "discountCodes">[],
): Promise<void> {
  const uses = orders
    .flatMap(({ number, name, processedAt, discountCodes }) =>
      discountCodes.map((code) => ({ code: code.toLowerCase(), number, name, at: processedAt })),
    )
    .sort((one, other) => +one.at - +other.at);
  // The first use of a code.
  const byCode = new Map(uses.toReversed().map((use) => [use.code, use]));
  if (byCode.size === 0) return;
  await tx.$client.query(
    `UPDATE coupon_codes AS c
        SET redeemed_order_id = used.number, redeemed_order_name = used.name, redeemed_at = coalesce(c.redeemed_at, used.at),
            usage_count = greatest(c.usage_count, 1)
       FROM jsonb_to_recordset($2::jsonb) AS used(code text, number bigint, name text, at timestamptz)
      WHERE c.shop = $1 AND lower(c.code) = used.code AND c.redeemed_order_id IS NULL AND c.state <> 'failed'`,
    [shop, JSON.stringify([...byCode.values()])],
  );
}
