import type { Queryable } from "../data/database.ts";
import type { OrderRow, OrderTransactionRow } from "./rows.ts";

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

/** The payments and refunds of an order, oldest first. */
export async function transactionsOf(
  db: Queryable,
  shop: string,
  orderId: number,
): Promise<OrderTransactionRow[]> {
  const { rows } = await db.query<OrderTransactionRow>(
    "SELECT * FROM order_transactions WHERE shop = $1 AND order_id = $2 ORDER BY id",
    [shop, orderId],
  );
  return rows;
}

/** The amount of an order that can still be refunded, in cents. */
export function refundableCents(order: OrderRow, transactions: readonly OrderTransactionRow[]): number {
  const refunds = transactions.filter(({ kind }) => kind === "REFUND" || kind === "VOID");
  return order.total_cents - refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}
