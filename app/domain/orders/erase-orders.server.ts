import { erasure, readCounts } from "~/core/erasure/erasure.server";

/** Orders stay for sums and reports, without their customer and without what the customer wrote. */
export const eraseOrders = erasure("orders", {
  stage: 35,
  async erase(client, { shop, customerId }) {
    await client.query(
      `UPDATE order_lines SET attributes = '[]' FROM orders
        WHERE order_lines.shop = $1 AND orders.shop = $1 AND orders.customer_id = $2
          AND order_lines.order_id = orders.id AND attributes <> '[]'`,
      [shop, customerId],
    );
    await client.query("UPDATE orders SET customer_id = NULL WHERE shop = $1 AND customer_id = $2", [
      shop,
      customerId,
    ]);
  },
  report: (client, { shop, customerId }) =>
    readCounts(client, "SELECT count(*)::int AS orders FROM orders WHERE shop = $1 AND customer_id = $2", [
      shop,
      customerId,
    ]),
});
