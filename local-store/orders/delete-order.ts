import { type Store, transaction } from "../data/database.ts";
import type { UserError } from "../data/rows.ts";
import { keepOrderVersion } from "../data/search-lag.ts";
import { emit } from "../webhooks/emit.ts";
import { lockOrder } from "./change-order.ts";
import { OrderRefusedError, toUserErrors } from "./order-refused-error.ts";

/**
 * Deletes a canceled order with all that belongs to it, and queues `orders/delete`. Other orders are refused, as Shopify refuses paid
 * ones. The uses of its discount codes stay counted.
 */
export async function deleteOrder(
  store: Store,
  shop: string,
  orderId: number,
): Promise<{ deletedId: number | null; userErrors: UserError[] }> {
  try {
    return await transaction(store, async (client) => {
      const order = await lockOrder(client, shop, orderId, "orderId");
      if (!order.cancelled_at)
        throw new OrderRefusedError("orderId", "Only a canceled order can be deleted.", "INVALID");
      await client.query("DELETE FROM orders WHERE shop = $1 AND id = $2", [shop, orderId]);
      await keepOrderVersion(client, store, order, order);
      await emit(client, store, shop, "orders/delete", { id: orderId });
      return { deletedId: orderId, userErrors: [] };
    });
  } catch (error) {
    return { deletedId: null, userErrors: toUserErrors(error) };
  }
}
