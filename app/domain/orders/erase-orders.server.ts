import { erasure, readCounts } from "~/core/erasure/erasure.server";

/** Orders stay for sums and reports, without their customer and without what the customer wrote. */
export const eraseOrders = erasure("orders", {
  stage: 35,
  async erase(client, { shop, customerId }) {
    // As the mirror locks them: in the order of their ids, and before their lines.
    const { rows } = await client.query<{ id: string }>(
      "SELECT id FROM orders WHERE shop = $1 AND customer_id = $2 ORDER BY id FOR UPDATE",
      [shop, customerId],
    );
    const ids = rows.map(({ id }) => id);
    // A reading that began before must no longer replace them.
    await client.query(
      "UPDATE orders SET customer_id = NULL, mirrored_at = clock_timestamp() WHERE shop = $1 AND id = ANY($2::bigint[])",
      [shop, ids],
    );
    await client.query(
      "UPDATE order_lines SET attributes = '[]' WHERE shop = $1 AND order_id = ANY($2::bigint[]) AND attributes <> '[]'",
      [shop, ids],
    );
  },
  report: (client, { shop, customerId }) =>
    readCounts(client, "SELECT count(*)::int AS orders FROM orders WHERE shop = $1 AND customer_id = $2", [
      shop,
      customerId,
    ]),
});
