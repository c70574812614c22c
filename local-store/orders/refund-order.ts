import type pg from "pg";
import { lockAccount, openAccount } from "../credit/accounts.ts";
import { bookCredit, bookRevert } from "../credit/book-transactions.ts";
import type { StoreCreditEvent, StoreCreditTransactionRow } from "../credit/rows.ts";
import { type Store, transaction } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import { emit } from "../webhooks/emit.ts";
import { orderPayload, refundPayload } from "../webhooks/order-payload.ts";
import { insertTransaction, type OrderChange, OrderRefusedError, toRefusedOrder } from "./place-order.ts";
import { findOrder, refundableCents, transactionsOf } from "./read-orders.ts";
import type { OrderRow, OrderTransactionRow, RefundRow } from "./rows.ts";

/** The amount and kind of a refund. */
export interface RefundInput {
  cents: number;
  /** `credit` issues new store credit. `payment` reverts the store credit that paid for the order. */
  to: "credit" | "payment";
  /** When the new store credit expires. */
  expiresAt?: Date | null;
}

/**
 * Refunds an order to store credit, as a new credit or as a revert of the debit that paid for it. Both have the event ORDER_REFUND.
 * Sends `refunds/create`.
 */
export async function refundOrder(
  store: Store,
  shop: string,
  orderId: number,
  input: RefundInput,
): Promise<OrderChange> {
  const { cents, to, expiresAt = null } = input;
  return transaction<OrderChange>(store, async (client) => {
    const order = await lockOpenOrder(client, shop, orderId);
    const transactions = await transactionsOf(client, shop, orderId);
    if (order.financial_status === "AUTHORIZED")
      throw new OrderRefusedError("order", "The order's payment hasn't been captured.");
    if (!Number.isSafeInteger(cents) || cents <= 0)
      throw new OrderRefusedError("amount", "The amount must be above 0.");
    if (cents > refundableCents(order, transactions))
      throw new OrderRefusedError("amount", "The amount exceeds the refundable amount of the order.");
    const payment = creditPayment(transactions);
    if (to === "payment" && (!payment || cents > payment.amount_cents - returnedCents(payment, transactions)))
      throw new OrderRefusedError("amount", "The amount exceeds the amount paid with store credit.");
    const refund = await insertRefund(client, store, order);
    const booked = await insertTransaction(client, order, shopifyNow(store), {
      kind: "REFUND",
      gateway: "shopify_store_credit",
      amount_cents: cents,
      refund_id: refund.id,
      parent_id: to === "payment" ? payment?.id : undefined,
    });
    if (to === "payment" && payment)
      await revertDebit(client, store, order, payment, { cents, event: "ORDER_REFUND", by: booked });
    else await creditRefund(client, store, order, { cents, expiresAt, by: booked });
    const remaining = refundableCents(order, [...transactions, booked]);
    const after = await updateOrder(client, store, order, {
      financial_status: remaining === 0 ? "REFUNDED" : "PARTIALLY_REFUNDED",
    });
    await emit(client, store, shop, "refunds/create", refundPayload(after, refund, [booked]));
    return { order: after, userErrors: [] };
  }).catch(toRefusedOrder);
}

/**
 * Cancels an order. Authorized payments are voided, and their store credit is reverted as ORDER_CANCELLATION. Captured payments are
 * refunded, and their store credit is reverted as ORDER_REFUND. Sends `orders/cancelled`.
 */
export async function cancelOrder(store: Store, shop: string, orderId: number): Promise<OrderChange> {
  return transaction<OrderChange>(store, async (client) => {
    const order = await lockOpenOrder(client, shop, orderId);
    const isVoided = order.financial_status === "AUTHORIZED";
    const transactions = await transactionsOf(client, shop, orderId);
    const remaining = refundableCents(order, transactions);
    const refund = isVoided || remaining === 0 ? null : await insertRefund(client, store, order);
    const booked: OrderTransactionRow[] = [];
    let open = remaining;
    for (const payment of payments(transactions)) {
      const cents = Math.min(open, payment.amount_cents - returnedCents(payment, transactions));
      if (cents <= 0) continue;
      open -= cents;
      const by = await insertTransaction(client, order, shopifyNow(store), {
        kind: isVoided ? "VOID" : "REFUND",
        gateway: payment.gateway,
        amount_cents: cents,
        refund_id: refund?.id,
        parent_id: payment.id,
      });
      booked.push(by);
      if (payment.gateway !== "shopify_store_credit") continue;
      const event = isVoided ? "ORDER_CANCELLATION" : "ORDER_REFUND";
      await revertDebit(client, store, order, payment, { cents, event, by });
    }
    const after = await updateOrder(client, store, order, {
      financial_status: isVoided ? "VOIDED" : "REFUNDED",
      cancelled_at: shopifyNow(store),
    });
    if (refund) await emit(client, store, shop, "refunds/create", refundPayload(after, refund, booked));
    await emit(client, store, shop, "orders/cancelled", await orderPayload(client, after));
    return { order: after, userErrors: [] };
  }).catch(toRefusedOrder);
}

async function lockOpenOrder(client: pg.PoolClient, shop: string, id: number): Promise<OrderRow> {
  const order = await findOrder(client, shop, id, "FOR UPDATE");
  if (!order) throw new OrderRefusedError("order", "Order does not exist.");
  if (order.cancelled_at) throw new OrderRefusedError("order", "The order is cancelled.");
  return order;
}

const payments = (transactions: readonly OrderTransactionRow[]) =>
  transactions.filter(({ kind }) => kind === "SALE" || kind === "AUTHORIZATION");

const creditPayment = (transactions: readonly OrderTransactionRow[]) =>
  payments(transactions).find(({ gateway }) => gateway === "shopify_store_credit");

/** The amount of a payment that was refunded or voided. A refund as new store credit doesn't belong to a payment. */
function returnedCents(payment: OrderTransactionRow, transactions: readonly OrderTransactionRow[]): number {
  return transactions
    .filter(({ parent_id }) => parent_id === payment.id)
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

async function insertRefund(client: pg.PoolClient, store: Store, order: OrderRow): Promise<RefundRow> {
  const { rows } = await client.query<RefundRow>(
    "INSERT INTO refunds (shop, order_id, created_at) VALUES ($1, $2, $3) RETURNING *",
    [order.shop, order.id, shopifyNow(store)],
  );
  return rows[0] as RefundRow;
}

async function revertDebit(
  client: pg.PoolClient,
  store: Store,
  order: OrderRow,
  payment: OrderTransactionRow,
  { cents, event, by }: { cents: number; event: StoreCreditEvent; by: OrderTransactionRow },
): Promise<void> {
  const name = { customer: order.customer_id, currency: order.currency };
  const account = await lockAccount(client, store, order.shop, name);
  const { rows } = await client.query<StoreCreditTransactionRow>(
    "SELECT * FROM store_credit_transactions WHERE shop = $1 AND order_transaction_id = $2 AND type = 'DEBIT'",
    [order.shop, payment.id],
  );
  const [debit] = rows;
  if (!account || !debit) throw new Error(`The payment ${payment.id} has no store credit debit.`);
  await bookRevert(client, store, account, { debit, cents, event, orderTransactionId: by.id });
}

async function creditRefund(
  client: pg.PoolClient,
  store: Store,
  order: OrderRow,
  { cents, expiresAt, by }: { cents: number; expiresAt: Date | null; by: OrderTransactionRow },
): Promise<void> {
  if (expiresAt && expiresAt.getTime() <= store.clock.now())
    throw new OrderRefusedError("expiresAt", "The expiry date must be in the future.");
  const account = await openAccount(client, store, order.shop, order.customer_id, order.currency);
  if (!account) throw new OrderRefusedError("order", "The order's customer does not exist.");
  const cause = { event: "ORDER_REFUND", orderTransactionId: by.id } as const;
  await bookCredit(client, store, account, { cents, expiresAt, ...cause });
}

async function updateOrder(
  client: pg.PoolClient,
  store: Store,
  order: OrderRow,
  change: Partial<Pick<OrderRow, "financial_status" | "cancelled_at">>,
): Promise<OrderRow> {
  const after = { ...order, ...change };
  const { rows } = await client.query<OrderRow>(
    `UPDATE orders SET financial_status = $3, cancelled_at = $4, updated_at = $5
     WHERE shop = $1 AND id = $2 RETURNING *`,
    [order.shop, order.id, after.financial_status, after.cancelled_at, shopifyNow(store)],
  );
  return rows[0] as OrderRow;
}
