import type pg from "pg";
import { erasure, type Person, readCounts } from "~/core/erasure/erasure.server";
import { wasDeletedSince } from "~/core/mirrors/write-rows.server";
import { LOCK_CUSTOMERS_SQL } from "~/domain/customers/read-tags.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** Orders stay for sums and reports, without their customer and without what the customer wrote. */
export const eraseOrders = erasure("orders", {
  stage: 35,
  erase: eraseOrdersOf,
  report: (client, { shop, customerId }) =>
    readCounts(client, "SELECT count(*)::int AS orders FROM orders WHERE shop = $1 AND customer_id = $2", [
      shop,
      customerId,
    ]),
});

/**
 * Erases orders that the mirror added before the customer was locked. Later ones are erased by `removeErasedCustomers`. A second write of
 * such an order locks it before the customer, so it can deadlock with this. PostgreSQL ends one of the two, and that one is repeated.
 */
export const eraseLateOrders = erasure("late orders", {
  stage: 105,
  erase: eraseOrdersOf,
});

async function eraseOrdersOf(client: pg.ClientBase, { shop, customerId }: Person): Promise<void> {
  // As the mirror locks them: in the order of their ids, and before their lines.
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM orders WHERE shop = $1 AND customer_id = $2 ORDER BY id FOR UPDATE",
    [shop, customerId],
  );
  await removeCustomer(client, shop, rows);
}

/** A reading that began before must no longer replace them. */
async function removeCustomer(
  client: pg.ClientBase,
  shop: string,
  orders: readonly { id: string }[],
): Promise<void> {
  const ids = orders.map(({ id }) => id);
  await client.query(
    "UPDATE orders SET customer_id = NULL, mirrored_at = clock_timestamp() WHERE shop = $1 AND id = ANY($2::bigint[])",
    [shop, ids],
  );
  await client.query(
    "UPDATE order_lines SET attributes = '[]' WHERE shop = $1 AND order_id = ANY($2::bigint[]) AND attributes <> '[]'",
    [shop, ids],
  );
}

/**
 * Erases the customer of orders that were just written, if they were read before the customer's erasure. An erasure that has locked
 * the customer is waited for. Any other erasure waits for this transaction. The customer is locked after the orders, as an erasure does.
 */
export async function removeErasedCustomers(
  { $client }: ShopTransaction,
  shop: string,
  ids: readonly number[],
): Promise<void> {
  const { rows: customers } = await $client.query<{ id: string }>(
    "SELECT DISTINCT customer_id AS id FROM orders WHERE shop = $1 AND id = ANY($2::bigint[]) AND customer_id IS NOT NULL",
    [shop, ids],
  );
  await $client.query(LOCK_CUSTOMERS_SQL, [shop, customers.map(({ id }) => id)]);
  const { rows: orders } = await $client.query<{ id: string }>(
    `SELECT id FROM orders WHERE shop = $1 AND id = ANY($2::bigint[])
        AND ${wasDeletedSince("'customers'", "orders.customer_id", "orders.mirrored_at")}`,
    [shop, ids],
  );
  if (orders.length > 0) await removeCustomer($client, shop, orders);
}
