import type pg from "pg";
import type { Queryable, Store } from "../data/database.ts";
import { keepOrderVersion } from "../data/search-lag.ts";
import { emit } from "../webhooks/emit.ts";
import { orderPayload } from "../webhooks/order-payload.ts";
import { lineTotalCents, type OrderLineRow, type OrderRow, type OrderTransactionRow } from "./rows.ts";

/** A line of a new order. The columns that aren't given have their defaults. */
export type NewOrderLine = Pick<OrderLineRow, "title" | "quantity" | "price_cents"> &
  Partial<Omit<OrderLineRow, "shop" | "id" | "order_id" | "position">>;

/** A new order with its lines. The total follows from them. */
export type NewOrder = Pick<OrderRow, "customer_id" | "currency" | "financial_status"> &
  Partial<
    Pick<
      OrderRow,
      | "name"
      | "email"
      | "phone"
      | "note"
      | "tags"
      | "source_name"
      | "source_identifier"
      | "test"
      | "processed_at"
      | "shipping_cents"
      | "shipping_title"
      | "tax_cents"
      | "discount_codes"
      | "custom_attributes"
      | "shipping_address"
      | "billing_address"
    >
  > & { lines: readonly NewOrderLine[] };

/** What a new order costs, in cents. */
export function orderTotalCents(order: Pick<NewOrder, "lines" | "shipping_cents" | "tax_cents">): number {
  const lines = order.lines.reduce((sum, line) => sum + lineTotalCents({ discounts: [], ...line }), 0);
  return lines + (order.shipping_cents ?? 0) + (order.tax_cents ?? 0);
}

/**
 * Inserts an order with its lines and counts it at its customer, who must exist. Call `announceOrder` in the same transaction when
 * its payments are inserted, too.
 */
export async function insertOrder(
  client: pg.PoolClient,
  shop: string,
  order: NewOrder,
  now: Date,
): Promise<OrderRow> {
  const { lines, ...columns } = order;
  const totalCents = orderTotalCents(order);
  if (order.customer_id !== null)
    await client.query(
      `UPDATE customers SET orders_count = orders_count + 1, amount_spent_cents = amount_spent_cents + $3
       WHERE shop = $1 AND id = $2`,
      [shop, order.customer_id, totalCents],
    );
  // Order numbers have no gaps, so orders of a shop are inserted one at a time.
  await client.query("SELECT FROM shops WHERE domain = $1 FOR NO KEY UPDATE", [shop]);
  const values: Record<string, unknown> = {
    ...columns,
    total_cents: totalCents,
    discount_cents: lines
      .flatMap(({ discounts }) => discounts ?? [])
      .reduce((sum, { cents }) => sum + cents, 0),
    created_at: now,
    updated_at: now,
  };
  const names = Object.keys(values).filter((name) => values[name] !== undefined);
  const { rows } = await client.query<OrderRow>(
    `INSERT INTO orders (shop, number, ${names.join(", ")})
     SELECT $1, (SELECT coalesce(max(number), 1000) + 1 FROM orders WHERE shop = $1), ${names.map((name) => `r.${name}`).join(", ")}
     FROM jsonb_populate_record(NULL::orders, $2::jsonb) r RETURNING *`,
    [shop, JSON.stringify(values)],
  );
  const inserted = rows[0] as OrderRow;
  for (const [index, line] of lines.entries()) await insertLine(client, inserted, index, line);
  return inserted;
}

async function insertLine(
  client: pg.PoolClient,
  order: OrderRow,
  position: number,
  line: NewOrderLine,
): Promise<void> {
  const names = Object.entries(line).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  await client.query(
    `INSERT INTO order_lines (shop, order_id, position, ${names.join(", ")})
     SELECT $1, $2, $3, ${names.map((name) => `r.${name}`).join(", ")}
     FROM jsonb_populate_record(NULL::order_lines, $4::jsonb) r`,
    [order.shop, order.id, position, JSON.stringify(line)],
  );
}

/** Inserts a payment or refund of an order. */
export async function insertTransaction(
  db: Queryable,
  order: OrderRow,
  now: Date,
  row: Pick<OrderTransactionRow, "kind" | "gateway" | "amount_cents"> &
    Partial<Pick<OrderTransactionRow, "refund_id" | "parent_id">>,
): Promise<OrderTransactionRow> {
  const { rows } = await db.query<OrderTransactionRow>(
    `INSERT INTO order_transactions (shop, order_id, refund_id, parent_id, kind, gateway, amount_cents, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING *`,
    [order.shop, order.id, row.refund_id, row.parent_id, row.kind, row.gateway, row.amount_cents, now],
  );
  return rows[0] as OrderTransactionRow;
}

/** Queues `orders/create` and, for a paid order, `orders/paid`. */
export async function announceOrder(client: pg.PoolClient, store: Store, order: OrderRow): Promise<void> {
  await keepOrderVersion(client, store, order, null);
  const payload = await orderPayload(client, order);
  await emit(client, store, order.shop, "orders/create", payload);
  if (order.financial_status === "PAID") await emit(client, store, order.shop, "orders/paid", payload);
}
