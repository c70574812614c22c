import { erasure, readCounts } from "~/core/erasure/erasure.server";

/** Orders stay for sums and reports, without their customer and without what the customer wrote. */
export const eraseOrders = erasure("orders", {
  stage: 35,
  async erase(client, { shop, customerId }) {
    // A reading that began before must no longer replace them. The order is locked before its lines, as the mirror does.
    const { rows } = await client.query<{ id: string }>(
      "UPDATE orders SET customer_id = NULL, mirrored_at = clock_timestamp() WHERE shop = $1 AND customer_id = $2 RETURNING id",
      [shop, customerId],
    );
    await client.query(
      "UPDATE order_lines SET attributes = '[]' WHERE shop = $1 AND order_id = ANY($2::bigint[]) AND attributes <> '[]'",
      [shop, rows.map(({ id }) => id)],
    );
  },
  report: (client, { shop, customerId }) =>
    readCounts(client, "SELECT count(*)::int AS orders FROM orders WHERE shop = $1 AND customer_id = $2", [
      shop,
      customerId,
    ]),
});
