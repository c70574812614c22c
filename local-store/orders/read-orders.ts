import type { Queryable } from "../data/database.ts";
import { groupBy } from "../data/group-by.ts";
import type { FulfillmentRow, OrderLineRow, OrderRow, OrderTransactionRow, RefundRow } from "./rows.ts";

/** An order, or null. `lock` locks it until the transaction ends. */
export async function findOrder(
  db: Queryable,
  shop: string,
  id: number,
  lock: "" | "FOR UPDATE" = "",
): Promise<OrderRow | null> {
  const { rows } = await db.query<OrderRow>(`SELECT * FROM orders WHERE shop = $1 AND id = $2 ${lock}`, [
    shop,
    id,
  ]);
  return rows[0] ?? null;
}

/** The orders with these ids, unordered. */
export async function findOrders(db: Queryable, shop: string, ids: readonly number[]): Promise<OrderRow[]> {
  const { rows } = await db.query<OrderRow>("SELECT * FROM orders WHERE shop = $1 AND id = ANY ($2)", [
    shop,
    ids,
  ]);
  return rows;
}

/** A customer's orders, latest first. */
export async function ordersOf(db: Queryable, shop: string, customerId: number): Promise<OrderRow[]> {
  const { rows } = await db.query<OrderRow>(
    "SELECT * FROM orders WHERE shop = $1 AND customer_id = $2 ORDER BY id DESC",
    [shop, customerId],
  );
  return rows;
}

/** The lines of orders in their order, by order. */
export async function linesOfOrders(
  db: Queryable,
  shop: string,
  ids: readonly number[],
): Promise<Map<number, OrderLineRow[]>> {
  const { rows } = await db.query<OrderLineRow>(
    "SELECT * FROM order_lines WHERE shop = $1 AND order_id = ANY ($2) ORDER BY order_id, position",
    [shop, ids],
  );
  return groupBy(rows, (row) => row.order_id);
}

/** The lines of an order. */
export async function linesOf(db: Queryable, { shop, id }: OrderRow): Promise<OrderLineRow[]> {
  return (await linesOfOrders(db, shop, [id])).get(id) ?? [];
}

/** The fulfillments of orders, oldest first, by order. */
export async function fulfillmentsOfOrders(
  db: Queryable,
  shop: string,
  ids: readonly number[],
): Promise<Map<number, FulfillmentRow[]>> {
  const { rows } = await db.query<FulfillmentRow>(
    "SELECT * FROM fulfillments WHERE shop = $1 AND order_id = ANY ($2) ORDER BY order_id, position",
    [shop, ids],
  );
  return groupBy(rows, (row) => row.order_id);
}

/** The fulfillments of an order, oldest first. */
export async function fulfillmentsOf(db: Queryable, { shop, id }: OrderRow): Promise<FulfillmentRow[]> {
  return (await fulfillmentsOfOrders(db, shop, [id])).get(id) ?? [];
}

/** The refunds of orders, oldest first, by order. */
export async function refundsOfOrders(
  db: Queryable,
  shop: string,
  ids: readonly number[],
): Promise<Map<number, RefundRow[]>> {
  const { rows } = await db.query<RefundRow>(
    "SELECT * FROM refunds WHERE shop = $1 AND order_id = ANY ($2) ORDER BY order_id, id",
    [shop, ids],
  );
  return groupBy(rows, (row) => row.order_id);
}

/** The payments and refunds of orders, oldest first, by order. */
export async function transactionsOfOrders(
  db: Queryable,
  shop: string,
  ids: readonly number[],
): Promise<Map<number, OrderTransactionRow[]>> {
  const { rows } = await db.query<OrderTransactionRow>(
    "SELECT * FROM order_transactions WHERE shop = $1 AND order_id = ANY ($2) ORDER BY order_id, id",
    [shop, ids],
  );
  return groupBy(rows, (row) => row.order_id);
}

/** The payments and refunds of an order, oldest first. */
export async function transactionsOf(
  db: Queryable,
  shop: string,
  orderId: number,
): Promise<OrderTransactionRow[]> {
  return (await transactionsOfOrders(db, shop, [orderId])).get(orderId) ?? [];
}

/** The amount of an order that can still be refunded, in cents. */
export function refundableCents(order: OrderRow, transactions: readonly OrderTransactionRow[]): number {
  const refunds = transactions.filter(({ kind }) => kind === "REFUND" || kind === "VOID");
  return order.total_cents - refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}
