import type { OrderNode } from "~/connectors/shopify/operations/orders";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { ordersMirror } from "./mirror.server";
import { mirrorRowOf, orderNumber } from "./mirror-row";

/**
 * Writes orders to the mirror as a mutation answered them with `ORDER_IN_ANSWER`: after an order that Backroom created, refunded or
 * tagged. One with more lines than the answer has is read again soon.
 */
export async function writeThroughOrders(
  tx: ShopTransaction,
  shop: string,
  answered: readonly OrderNode[],
): Promise<void> {
  const isComplete = ({ lineItems }: OrderNode) => !lineItems.pageInfo.hasNextPage;
  const complete = answered.filter(isComplete);
  await ordersMirror.write(
    tx,
    shop,
    complete.map((order) => mirrorRowOf(order, order.lineItems.nodes)),
  );
  const others = answered.filter((order) => !isComplete(order));
  if (others.length > 0)
    await ordersMirror.markStale(
      tx,
      shop,
      others.map(({ id }) => orderNumber(id)),
    );
}
