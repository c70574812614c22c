import { lockAccount } from "../credit/accounts.ts";
import { bookDebit } from "../credit/book-transactions.ts";
import { type Queryable, type Store, transaction } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import type { UserError } from "../data/rows.ts";
import { findShop } from "../data/shops.ts";
import { emit } from "../webhooks/emit.ts";
import { orderPayload } from "../webhooks/order-payload.ts";
import type { OrderRow, OrderTransactionRow } from "./rows.ts";

/** An order to place in the shop's currency. Amounts are in cents. */
export interface OrderInput {
  customerId: number;
  totalCents: number;
  /** The amount to pay with store credit. Defaults to the available balance, as at Shopify's checkout. */
  creditCents?: number;
  /** Authorizes the payment without capturing it: no `orders/paid`, and a cancellation voids it. */
  authorizeOnly?: boolean;
}

/** The result: the order, or user errors. */
export type OrderChange = { order: OrderRow; userErrors: [] } | { order: null; userErrors: UserError[] };

/** Places an order as the checkout does: store credit is debited (ORDER_PAYMENT), and a card pays the rest. */
export async function placeOrder(store: Store, shop: string, input: OrderInput): Promise<OrderChange> {
  const { customerId, totalCents } = input;
  if (!Number.isSafeInteger(totalCents) || totalCents <= 0)
    return refusedOrder("total", "The total must be above 0.");
  return transaction<OrderChange>(store, async (client) => {
    const now = shopifyNow(store);
    const currency = (await findShop(client, shop))?.currency ?? "";
    const { rowCount } = await client.query(
      `UPDATE customers SET orders_count = orders_count + 1, amount_spent_cents = amount_spent_cents + $3
       WHERE shop = $1 AND id = $2`,
      [shop, customerId, totalCents],
    );
    if (rowCount === 0) return refusedOrder("customerId", "Customer does not exist.");
    const account = await lockAccount(client, store, shop, { customer: customerId, currency });
    const balance = account?.balance_cents ?? 0;
    const creditCents = input.creditCents ?? Math.min(balance, totalCents);
    if (creditCents < 0 || creditCents > totalCents)
      throw new OrderRefusedError("creditCents", "The store credit must be between 0 and the total.");
    if (creditCents > balance)
      throw new OrderRefusedError("creditCents", "The amount exceeds the store credit balance.");

    const order = await insertOrder(client, shop, {
      ...input,
      currency,
      status: input.authorizeOnly ? "AUTHORIZED" : "PAID",
      now,
    });
    const kind = input.authorizeOnly ? "AUTHORIZATION" : "SALE";
    if (account && creditCents > 0) {
      const payment = await insertTransaction(client, order, now, {
        kind,
        gateway: "shopify_store_credit",
        amount_cents: creditCents,
      });
      const cause = { event: "ORDER_PAYMENT", orderTransactionId: payment.id } as const;
      await bookDebit(client, store, account, { cents: creditCents, ...cause });
    }
    if (creditCents < totalCents)
      await insertTransaction(client, order, now, {
        kind,
        gateway: "bogus",
        amount_cents: totalCents - creditCents,
      });
    const payload = await orderPayload(client, order);
    await emit(client, store, shop, "orders/create", payload);
    if (!input.authorizeOnly) await emit(client, store, shop, "orders/paid", payload);
    return { order, userErrors: [] };
  }).catch(toRefusedOrder);
}

/** Aborts a transaction that has already written rows. */
export class OrderRefusedError extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** Converts an OrderRefusedError into user errors. Rethrows any other error. */
export function toRefusedOrder(error: unknown): OrderChange {
  if (error instanceof OrderRefusedError) return refusedOrder(error.field, error.message);
  throw error;
}

function refusedOrder(field: string, message: string): OrderChange {
  return { order: null, userErrors: [{ field: [field], message }] };
}

async function insertOrder(
  db: Queryable,
  shop: string,
  order: OrderInput & { currency: string; status: OrderRow["financial_status"]; now: Date },
): Promise<OrderRow> {
  // Order numbers have no gaps, so orders of a shop are inserted one at a time.
  await db.query("SELECT FROM shops WHERE domain = $1 FOR NO KEY UPDATE", [shop]);
  const { rows } = await db.query<OrderRow>(
    `INSERT INTO orders (shop, number, customer_id, currency, total_cents, financial_status, created_at, updated_at)
     SELECT $1, coalesce(max(number), 1000) + 1, $2, $3, $4, $5, $6, $6 FROM orders WHERE shop = $1 RETURNING *`,
    [shop, order.customerId, order.currency, order.totalCents, order.status, order.now],
  );
  return rows[0] as OrderRow;
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
