import type pg from "pg";
import type { NewOrderLine } from "./insert-order.ts";
import { OrderRefusedError } from "./order-refused-error.ts";

/**
 * Takes the units of an order's lines from the inventory. Variants whose inventory isn't tracked don't change.
 * @param obeyPolicy refuses a variant that doesn't continue selling without enough units. Throws an OrderRefusedError
 */
export async function claimInventory(
  client: pg.PoolClient,
  shop: string,
  lines: readonly NewOrderLine[],
  obeyPolicy: boolean,
): Promise<void> {
  const claims = new Map<number, { quantity: number; index: number }>();
  for (const [index, { variant_id: id, quantity }] of lines.entries())
    if (id) claims.set(id, { index, quantity: (claims.get(id)?.quantity ?? 0) + quantity });
  // Always in the same order, so that two orders don't wait for each other.
  for (const [id, { quantity, index }] of [...claims].sort(([a], [b]) => a - b)) {
    const { rows } = await client.query<{ enough: boolean }>(
      `UPDATE variants SET inventory_quantity = inventory_quantity - $3
       WHERE shop = $1 AND id = $2 AND inventory_tracker IS NOT NULL
       RETURNING inventory_quantity >= 0 OR inventory_policy = 'CONTINUE' AS enough`,
      [shop, id, quantity],
    );
    if (obeyPolicy && rows[0]?.enough === false)
      throw new OrderRefusedError(
        ["order", "lineItems", String(index), "quantity"],
        "Unable to claim inventory.",
        "INVENTORY_CLAIM_FAILED",
      );
  }
}
