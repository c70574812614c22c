import { type Store, transaction } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import { changeOrder, lockOrder } from "./change-order.ts";
import { insertTransaction } from "./insert-order.ts";
import { OrderRefusedError } from "./order-refused-error.ts";
import { type OrderChange, refusedOrder } from "./place-order.ts";
import { transactionsOf } from "./read-orders.ts";

/** Records the payment of a pending order, or captures an authorized one. Queues `orders/paid`. */
export async function payOrder(store: Store, shop: string, id: number): Promise<OrderChange> {
  return transaction<OrderChange>(store, async (client) => {
    const order = await lockOrder(client, shop, id, "id");
    const now = shopifyNow(store);
    const isPending = order.financial_status === "PENDING";
    if (order.cancelled_at || (!isPending && order.financial_status !== "AUTHORIZED"))
      throw new OrderRefusedError("id", "Order cannot be marked as paid.");
    if (isPending)
      await insertTransaction(client, order, now, {
        kind: "SALE",
        gateway: "manual",
        amount_cents: order.total_cents,
      });
    for (const { kind, gateway, amount_cents, id: parent } of await transactionsOf(client, shop, id))
      if (kind === "AUTHORIZATION")
        await insertTransaction(client, order, now, {
          kind: "CAPTURE",
          gateway,
          amount_cents,
          parent_id: parent,
        });
    const after = await changeOrder(client, store, order, { financial_status: "PAID" }, ["orders/paid"]);
    return { order: after, userErrors: [] };
  }).catch(refusedOrder);
}
