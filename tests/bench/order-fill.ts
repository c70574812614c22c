import type pg from "pg";
import { SHOP } from "./backroom.ts";
import { withoutIndexes } from "./without-indexes.ts";

/** Orders for the mirror. */
export interface OrderFill {
  /** Of their names: `#B` for #B1, #B2 and so on. */
  prefix: string;
  /** Their numbers follow this one, which no order of the store has. */
  first: number;
  orders: number;
  /** Of each order. All but the last are the components of a bundle. */
  lines: number;
  /** Their first day, as YYYY-MM-DD, and over how many days they are spread. */
  from: string;
  days: number;
  /** The customers that they are of, numbered from 1. By default, each has another one. */
  customers?: number;
}

/** Adds orders to the mirror, directly in the database. There are 500 bundles. */
export async function fillOrders(
  database: pg.Pool,
  { prefix, first, orders, lines, from, days, customers = orders }: OrderFill,
): Promise<void> {
  const client = await database.connect();
  try {
    await withoutIndexes(client, ["orders", "order_lines"], async () => {
      await client.query(ORDERS, [SHOP, first, orders, prefix, `${from}T04:00:00Z`, days, customers]);
      await client.query(ORDER_LINES, [SHOP, first, lines, orders]);
    });
    await client.query(
      `INSERT INTO mirrors (shop, name, rebuilt_at) VALUES ($1, 'orders', now())
       ON CONFLICT (shop, name) DO UPDATE SET rebuilt_at = now()`,
      [SHOP],
    );
  } finally {
    client.release();
  }
}

const ORDERS = `
  INSERT INTO orders (shop, id, name, customer_id, processed_at, created_at, updated_at, financial_status, fulfillment_status,
                      return_status, risk, test, total_cents, discount_cents, refunded_cents)
  SELECT $1, $2::bigint + n, $4::text || n, 1 + (n - 1) % $7::int, at, at, at, 'PAID', 'FULFILLED', 'NO_RETURN', 'ACCEPT', false, 14500, 0, 0
    FROM generate_series(1, $3::int) AS n,
         LATERAL (SELECT $5::timestamptz + n * make_interval(days => $6::int) / $3::int AS at) AS placed
  ON CONFLICT DO NOTHING`;

const ORDER_LINES = `
  INSERT INTO order_lines (shop, id, order_id, position, sku, title, quantity, current_quantity, price_cents, total_cents,
                           group_id, group_sku, group_title, group_quantity)
  SELECT $1, o.id * 10 + line, o.id, line, 'COMPONENT-' || o.id % 500 || '-' || line, 'Component ' || line || ' of kit ' || o.id % 500,
         2, 2, 2500, 4500, CASE WHEN line < $3::int THEN 'gid://shopify/LineItemGroup/' || o.id END,
         CASE WHEN line < $3::int THEN 'KIT-' || o.id % 500 END, CASE WHEN line < $3::int THEN 'Kit ' || o.id % 500 END,
         CASE WHEN line < $3::int THEN 1 END
    FROM orders AS o, generate_series(1, $3::int) AS line
   WHERE o.shop = $1 AND o.id > $2::bigint AND o.id <= $2::bigint + $4::int
  ON CONFLICT DO NOTHING`;
