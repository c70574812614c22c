import { defineHook } from "~/core/hook.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Order } from "./read-orders.server";

/**
 * What other modules do about new and changed orders. A handler runs in the transaction that wrote them to the mirror, whatever
 * reported them: a webhook, a rebuild, or Backroom's own write. It gets the order as it is now, perhaps several times, and must be
 * safe to repeat. On the initial load, it gets every order of the store. If it throws, nothing is written.
 */
export const orderChanges =
  defineHook<(tx: ShopTransaction, shop: string, orders: readonly Order[]) => Promise<void>>(
    "orders.order-changes",
  );
