import type { ShopConfig } from "../config.ts";
import { type Store, transaction } from "../data/database.ts";
import { insertLoadedOrders } from "../orders/insert-loaded-orders.ts";
import { generatedOrderId, generateOrder, type OrderMaterial } from "./generate-order.ts";

const BATCH = 2_500;
/** At most this many customers and variants get orders, so that they fit into memory. */
const MAX_CUSTOMERS = 200_000;
const MAX_VARIANTS = 5_000;

/**
 * Adds generated orders of the shop's customers and products over the twelve months until `today`, without webhooks. Existing orders of
 * a seed are skipped, so an interrupted fill can be repeated. Throws if the shop has no customers or no products.
 * @returns the number of added orders
 */
export async function fillOrders(
  store: Store,
  shop: ShopConfig,
  options: { orders: number; seed: number; today: Date; onOrders?: (done: number, total: number) => void },
): Promise<number> {
  const { seed, today, orders: total } = options;
  const material: OrderMaterial = { ...(await readMaterial(store, shop)), seed, today, total };
  const first = await countGeneratedOrders(store, shop.domain, seed);
  for (let next = first + 1; next <= total; next += BATCH) {
    const count = Math.min(BATCH, total - next + 1);
    const batch = Array.from({ length: count }, (_, index) => generateOrder(next + index, material));
    await transaction(store, (client) => insertLoadedOrders(client, shop.domain, batch));
    options.onOrders?.(next + count - 1, total);
  }
  // Also when nothing was added: an earlier fill may have stopped before this.
  if (total > 0) await updateCustomerTotals(store, shop.domain);
  return Math.max(total - first, 0);
}

async function readMaterial(store: Store, shop: ShopConfig) {
  const customers = await store.pool.query<{ id: number }>(
    "SELECT id FROM customers WHERE shop = $1 ORDER BY id LIMIT $2",
    [shop.domain, MAX_CUSTOMERS],
  );
  const variants = await store.pool.query<OrderMaterial["variants"][number]>(
    `SELECT v.id, v.product_id, v.sku, p.title, v.price_cents, v.grams
     FROM variants v JOIN products p ON p.shop = v.shop AND p.id = v.product_id
     WHERE v.shop = $1 ORDER BY v.id LIMIT $2`,
    [shop.domain, MAX_VARIANTS],
  );
  if (customers.rows.length === 0 || variants.rows.length === 0)
    throw new Error(`${shop.domain} needs customers and products before orders. Fill them first.`);
  return {
    currency: shop.currencyCode,
    customerIds: customers.rows.map(({ id }) => id),
    variants: variants.rows,
  };
}

/** Counts the shop's orders of this seed. Batches commit in order, so they're always numbers 1 to n. */
async function countGeneratedOrders(store: Store, shop: string, seed: number): Promise<number> {
  const { rows } = await store.pool.query<{ count: number }>(
    "SELECT count(*) AS count FROM orders WHERE shop = $1 AND source_identifier LIKE $2",
    [shop, generatedOrderId(seed, 0).replace(/0$/, "%")],
  );
  return rows[0]?.count ?? 0;
}

async function updateCustomerTotals(store: Store, shop: string): Promise<void> {
  await store.pool.query(
    `UPDATE customers c SET orders_count = o.orders, amount_spent_cents = o.cents
     FROM (SELECT customer_id, count(*) AS orders, sum(total_cents) AS cents FROM orders
           WHERE shop = $1 AND customer_id IS NOT NULL GROUP BY customer_id) o
     WHERE c.shop = $1 AND c.id = o.customer_id`,
    [shop],
  );
  // Without statistics, searches would scan all orders until autovacuum analyzes the tables.
  await store.pool.query("ANALYZE orders, order_lines, fulfillments, order_transactions");
}
