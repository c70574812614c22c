import { orderCustomer } from "~/connectors/shopify/operations/store-credit";
import { customerNumber } from "~/domain/customers/mirror-row";
import { withShop } from "~/platform/db/with-shop.server";
import type { ComparingTools } from "./account.server";
import { noteForComparison } from "./note.server";

/**
 * Finds out whose orders store credit was refunded for, and has their accounts compared.
 * @throws as the port
 */
export async function lookUpOrders({ shop, adminApi, call }: ComparingTools): Promise<void> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ id: string }>(
      "SELECT order_id AS id FROM credit_orders_to_look_up WHERE shop = $1 ORDER BY order_id",
      [shop],
    ),
  );
  for (const { id } of rows) {
    const { order } = await adminApi.run(orderCustomer, { id: `gid://shopify/Order/${id}` }, call);
    const customerId = customerNumber(order?.customer?.id ?? "");
    await withShop(shop, async (tx) => {
      if (customerId !== null) await noteForComparison(tx, shop, [customerId]);
      await tx.$client.query("DELETE FROM credit_orders_to_look_up WHERE shop = $1 AND order_id = $2", [
        shop,
        id,
      ]);
    });
  }
}
