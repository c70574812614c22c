import { deleteRowsOf, erasure, readCounts } from "~/core/erasure/erasure.server";
import { deleteRows } from "~/core/mirrors/write-rows.server";

/** Deletes rows about the customer, except the customer's own row. */
export const eraseCustomerRows = erasure("rows about the customer", {
  stage: 30,
  async findContacts(client, { shop, customerId }) {
    const { rows } = await client.query<{ contact: string | null }>(
      "SELECT unnest(ARRAY[email, phone]) AS contact FROM customers WHERE shop = $1 AND id = $2",
      [shop, customerId],
    );
    return rows.map(({ contact }) => contact);
  },
  erase: (client, person) => deleteRowsOf(client, person, ["stale_customers", "record_edits"]),
  report: (client, { shop, customerId }) =>
    readCounts(client, "SELECT EXISTS (SELECT 1 FROM customers WHERE shop = $1 AND id = $2) AS mirrored", [
      shop,
      customerId,
    ]),
});

/** Deletes the customer, after everything that refers to them. Their id stays in the mirror's tombstone for a day. */
export const eraseCustomer = erasure("customer", {
  // Last, because the counts of registrations are locked from here on.
  stage: 150,
  erase: (client, { shop, customerId }) =>
    deleteRows({ $client: client }, shop, { name: "customers", table: "customers" }, [customerId]),
});
