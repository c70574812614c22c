import type pg from "pg";
import { type Store, transaction } from "../data/database.ts";
import { findCustomerByEmail } from "../data/find-customers.ts";
import { findVariantsBySku } from "../data/products.ts";
import { insertLoadedOrders } from "../orders/insert-loaded-orders.ts";
import { announceOrder, orderTotalCents } from "../orders/insert-order.ts";
import { findOrder } from "../orders/read-orders.ts";
import type { OrderRow } from "../orders/rows.ts";
import { updateOrder } from "../orders/update-order.ts";
import type { OrderRecord } from "./read-order.ts";
import type { SaveOutcome } from "./save-customer.ts";

/**
 * Creates an order of an export with its history, and sends its webhooks. Of one whose name exists, only the note and the tags are
 * updated. A name such as #1001 becomes the order's number.
 */
export async function saveOrder(store: Store, shop: string, record: OrderRecord): Promise<SaveOutcome> {
  const number = Number(/^#(\d{1,9})$/.exec(record.name)?.[1] ?? 0) || undefined;
  const existing = await findByName(store, shop, record.name, number);
  if (existing !== null) {
    await updateOrder(store, shop, existing, { note: record.note ?? null, tags: record.tags ?? [] });
    return "updated";
  }
  const customer = record.email ? await findCustomerByEmail(store.pool, shop, record.email) : null;
  const skus = record.lines.flatMap(({ sku }) => sku ?? []);
  const variants = await findVariantsBySku(store.pool, shop, skus);
  const lines = record.lines.map((line) => {
    const variant = variants.get(line.sku?.toLowerCase() ?? "");
    return variant
      ? { ...line, variant_id: variant.id, product_id: variant.product_id, grams: variant.grams }
      : line;
  });
  await transaction(store, async (client) => {
    const order = {
      ...record,
      lines,
      number,
      name: number ? undefined : record.name,
      customer_id: customer?.id ?? null,
    };
    const [id = 0] = await insertLoadedOrders(client, shop, [order]);
    if (customer) await countAtCustomer(client, shop, customer.id, orderTotalCents(order));
    await announceOrder(client, store, (await findOrder(client, shop, id)) as OrderRow);
  });
  return "created";
}

async function findByName(
  store: Store,
  shop: string,
  name: string,
  number: number | undefined,
): Promise<number | null> {
  const { rows } = await store.pool.query<{ id: number }>(
    "SELECT id FROM orders WHERE shop = $1 AND (number = $2 OR lower(name) = lower($3)) LIMIT 1",
    [shop, number ?? 0, name],
  );
  return rows[0]?.id ?? null;
}

async function countAtCustomer(
  client: pg.PoolClient,
  shop: string,
  id: number,
  cents: number,
): Promise<void> {
  await client.query(
    `UPDATE customers SET orders_count = orders_count + 1, amount_spent_cents = amount_spent_cents + $3
     WHERE shop = $1 AND id = $2`,
    [shop, id, cents],
  );
}
