import { erasure, readCounts } from "~/core/erasure/erasure.server";

/** Removes who sent a package. The return stays, because it is part of the order. Its label is an attachment of the customer. */
export const eraseReturnCases = erasure("return cases", {
  stage: 81,
  async erase(client, { shop, customerId }) {
    await client.query(
      "UPDATE return_cases SET sender = NULL, customer_id = NULL, label_id = NULL WHERE shop = $1 AND customer_id = $2",
      [shop, customerId],
    );
    await client.query("UPDATE return_refunds SET customer_id = NULL WHERE shop = $1 AND customer_id = $2", [
      shop,
      customerId,
    ]);
  },
  report: (client, { shop, customerId }) =>
    readCounts(
      client,
      "SELECT count(*)::int AS returns FROM return_cases WHERE shop = $1 AND customer_id = $2",
      [shop, customerId],
    ),
});
