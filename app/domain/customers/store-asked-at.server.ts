import type { ShopTransaction } from "~/platform/db/with-shop.server";

/**
 * Stores in the mirror since when a customer has had an open question. This switches between Pending and `waiting`. Every other
 * status stays, so that only a decision's own write to the mirror changes the stored counts.
 */
export async function storeAskedAt(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  askedAt: Date | null,
): Promise<void> {
  const follow = (column: string) =>
    `${column} = CASE WHEN ${column} IN ('pending', 'waiting') THEN $4 ELSE ${column} END`;
  await tx.$client.query(
    `UPDATE customers SET asked_at = $3, ${follow("student_status")}, ${follow("staff_status")} WHERE shop = $1 AND id = $2`,
    [shop, customerId, askedAt, askedAt ? "waiting" : "pending"],
  );
}
