import type pg from "pg";
import { lockAccount, openAccount } from "../credit/accounts.ts";
import { bookCredit, bookRevert } from "../credit/book-transactions.ts";
import type { StoreCreditEvent, StoreCreditTransactionRow } from "../credit/rows.ts";
import { type Store, transaction } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import { nextIds } from "../data/next-ids.ts";
import { emit } from "../webhooks/emit.ts";
import { refundPayload } from "../webhooks/order-payload.ts";
import { changeOrder, lockOrder } from "./change-order.ts";
import { insertTransaction } from "./insert-order.ts";
import { OrderRefusedError } from "./order-refused-error.ts";
import { type OrderChange, refusedOrder } from "./place-order.ts";
import { linesOf, refundableCents, transactionsOf } from "./read-orders.ts";
import {
  lineTotalCents,
  type OrderLineRow,
  type OrderRow,
  type OrderTransactionRow,
  type RefundLine,
  type RefundRow,
  unfulfilledQuantity,
} from "./rows.ts";

/** Where refunded money goes: to new store credit, or back to a payment of the order. */
export type RefundTransfer =
  | { to: "credit"; cents: number; expiresAt: Date | null }
  | { to: "payment"; cents: number; parentId: number };

/** A refund of an order. */
export interface NewRefund {
  transfers: readonly RefundTransfer[];
  lines?: ReadonlyArray<{ lineId: number; quantity: number; restockType: RefundLine["restockType"] }>;
  shippingCents?: number;
  note?: string | null;
  returnId?: number | null;
  idempotencyKey?: string | null;
}

/** The amount and kind of a refund. */
export interface RefundInput {
  cents: number;
  /** `credit` issues new store credit, `payment` reverts the store credit that paid, `original` returns to all payments in turn. */
  to: "credit" | "payment" | "original";
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
  { cents, to, expiresAt = null }: RefundInput,
): Promise<OrderChange> {
  return transaction<OrderChange>(store, async (client) => {
    const order = await lockOpenOrder(client, shop, orderId);
    const transactions = await transactionsOf(client, shop, orderId);
    const payment = creditPayment(transactions);
    if (to === "payment" && !payment && cents <= refundableCents(order, transactions))
      throw new OrderRefusedError("amount", "The amount exceeds the amount paid with store credit.");
    const transfers: Record<typeof to, RefundTransfer[]> = {
      credit: [{ to: "credit", cents, expiresAt }],
      payment: [{ to: "payment", cents, parentId: payment?.id ?? 0 }],
      original: originalTransfers(transactions, cents),
    };
    const { order: after } = await bookRefund(client, store, order, { transfers: transfers[to] });
    return { order: after, userErrors: [] };
  }).catch(refusedOrder);
}

/** Divides an amount among the payments of an order, in their order, as far as they weren't refunded. The last one gets the rest. */
export function originalTransfers(
  transactions: readonly OrderTransactionRow[],
  cents: number,
): RefundTransfer[] {
  const all = payments(transactions);
  let left = cents;
  return all.flatMap((payment, index): RefundTransfer[] => {
    const open = payment.amount_cents - returnedCents(payment, transactions);
    const part = index === all.length - 1 ? left : Math.min(left, open);
    left -= part;
    return part > 0 ? [{ to: "payment", cents: part, parentId: payment.id }] : [];
  });
}

/** Books a refund of a locked order and queues `refunds/create`. Throws an OrderRefusedError. */
export async function bookRefund(
  client: pg.PoolClient,
  store: Store,
  order: OrderRow,
  input: NewRefund,
): Promise<{ order: OrderRow; refund: RefundRow; transactions: OrderTransactionRow[] }> {
  const transactions = await transactionsOf(client, order.shop, order.id);
  const cents = input.transfers.reduce((sum, transfer) => sum + transfer.cents, 0);
  if (cents > 0 && (order.financial_status === "AUTHORIZED" || order.financial_status === "PENDING"))
    throw new OrderRefusedError("order", "The order's payment hasn't been captured.");
  if (input.transfers.some((transfer) => !Number.isSafeInteger(transfer.cents) || transfer.cents <= 0))
    throw new OrderRefusedError("amount", "The amount must be above 0.");
  if (cents > refundableCents(order, transactions))
    throw new OrderRefusedError("amount", "The amount exceeds the refundable amount of the order.");
  const refund = await insertRefund(client, store, order, {
    ...input,
    lines: await refundLines(client, order, input.lines ?? []),
  });
  const booked: OrderTransactionRow[] = [];
  for (const transfer of input.transfers)
    booked.push(await bookTransfer(client, store, order, refund, transfer, [...transactions, ...booked]));
  const remaining = refundableCents(order, [...transactions, ...booked]);
  const after = await changeOrder(
    client,
    store,
    order,
    cents === 0 ? {} : { financial_status: remaining === 0 ? "REFUNDED" : "PARTIALLY_REFUNDED" },
  );
  const lines = await linesOf(client, order);
  await emit(client, store, order.shop, "refunds/create", refundPayload(after, refund, booked, lines));
  return { order: after, refund, transactions: booked };
}

async function bookTransfer(
  client: pg.PoolClient,
  store: Store,
  order: OrderRow,
  refund: RefundRow,
  transfer: RefundTransfer,
  transactions: readonly OrderTransactionRow[],
): Promise<OrderTransactionRow> {
  const { cents } = transfer;
  const payment =
    transfer.to === "payment" ? payments(transactions).find(({ id }) => id === transfer.parentId) : undefined;
  if (transfer.to === "payment" && !payment)
    throw new OrderRefusedError("parentId", "The payment doesn't belong to the order.");
  if (payment && cents > payment.amount_cents - returnedCents(payment, transactions))
    throw new OrderRefusedError(
      "amount",
      payment.gateway === "shopify_store_credit"
        ? "The amount exceeds the amount paid with store credit."
        : "The amount exceeds the payment.",
    );
  const by = await insertTransaction(client, order, shopifyNow(store), {
    kind: "REFUND",
    gateway: payment?.gateway ?? "shopify_store_credit",
    amount_cents: cents,
    refund_id: refund.id,
    parent_id: payment?.id,
  });
  if (payment?.gateway === "shopify_store_credit")
    await revertDebit(client, store, order, payment, { cents, event: "ORDER_REFUND", by });
  if (transfer.to === "credit")
    await creditRefund(client, store, order, { cents, expiresAt: transfer.expiresAt, by });
  return by;
}

/** Counts the refunded units at their lines. Units that are restocked without being fulfilled are removed. */
async function refundLines(
  client: pg.PoolClient,
  order: OrderRow,
  requested: NonNullable<NewRefund["lines"]>,
): Promise<RefundLine[]> {
  const lines = new Map((await linesOf(client, order)).map((line) => [line.id, line]));
  const ids = await nextIds(client, requested.length);
  const refunded: RefundLine[] = [];
  for (const [index, { lineId, quantity, restockType }] of requested.entries()) {
    const line = lines.get(lineId);
    const at = ["refundLineItems", String(index)];
    if (!line) throw new OrderRefusedError([...at, "lineItemId"], "Line item does not exist");
    if (quantity < 1 || quantity > line.quantity - line.refunded_quantity)
      throw new OrderRefusedError(
        [...at, "quantity"],
        "Quantity cannot refund more items than were purchased",
      );
    await writeRefundedLine(client, line, quantity, restockType);
    refunded.push({
      id: ids[index] as number,
      lineId,
      quantity,
      cents: lineTotalCents(line, quantity),
      restockType,
    });
  }
  return refunded;
}

async function writeRefundedLine(
  client: pg.PoolClient,
  line: OrderLineRow,
  quantity: number,
  restockType: RefundLine["restockType"],
): Promise<void> {
  const removed = restockType === "CANCEL" ? Math.min(quantity, unfulfilledQuantity(line)) : 0;
  await client.query(
    `UPDATE order_lines SET refunded_quantity = refunded_quantity + $3, removed_quantity = removed_quantity + $4
     WHERE shop = $1 AND id = $2`,
    [line.shop, line.id, quantity, removed],
  );
  if (restockType === "NO_RESTOCK") return;
  await client.query(
    `UPDATE variants SET inventory_quantity = inventory_quantity + $3
     WHERE shop = $1 AND id = $2 AND inventory_tracker IS NOT NULL`,
    [line.shop, line.variant_id, quantity],
  );
}

/** How an order is cancelled. */
export interface CancelInput {
  reason?: NonNullable<OrderRow["cancel_reason"]>;
  /** Returns the units to the inventory. */
  restock?: boolean;
}

/**
 * Cancels an order. Authorized payments are voided, and their store credit is reverted as ORDER_CANCELLATION. Captured payments are
 * refunded, and their store credit is reverted as ORDER_REFUND. Sends `orders/cancelled`.
 */
export async function cancelOrder(
  store: Store,
  shop: string,
  orderId: number,
  { reason = "CUSTOMER", restock = true }: CancelInput = {},
): Promise<OrderChange> {
  return transaction<OrderChange>(store, async (client) => {
    const order = await lockOpenOrder(client, shop, orderId);
    if (order.fulfillment_status !== "UNFULFILLED")
      throw new OrderRefusedError("order", "An order with fulfilled items can't be cancelled.", "INVALID");
    const isVoided = order.financial_status === "AUTHORIZED" || order.financial_status === "PENDING";
    const transactions = await transactionsOf(client, shop, orderId);
    const remaining = refundableCents(order, transactions);
    const restockType = restock ? "CANCEL" : "NO_RESTOCK";
    const lines = (await linesOf(client, order))
      .map(
        (line) =>
          ({ lineId: line.id, quantity: line.quantity - line.refunded_quantity, restockType }) as const,
      )
      .filter(({ quantity }) => quantity > 0);
    const refund =
      isVoided || remaining === 0
        ? null
        : await insertRefund(client, store, order, {
            transfers: [],
            lines: await refundLines(client, order, lines),
          });
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
    const now = shopifyNow(store);
    const after = await changeOrder(
      client,
      store,
      order,
      {
        financial_status: isVoided ? "VOIDED" : "REFUNDED",
        cancelled_at: now,
        closed_at: now,
        cancel_reason: reason,
      },
      ["orders/cancelled"],
    );
    if (refund)
      await emit(
        client,
        store,
        shop,
        "refunds/create",
        refundPayload(after, refund, booked, await linesOf(client, order)),
      );
    return { order: after, userErrors: [] };
  }).catch(refusedOrder);
}

async function lockOpenOrder(client: pg.PoolClient, shop: string, id: number): Promise<OrderRow> {
  const order = await lockOrder(client, shop, id);
  if (order.cancelled_at) throw new OrderRefusedError("order", "The order is cancelled.");
  return order;
}

/** The payments of an order, without captures and refunds. */
const payments = (transactions: readonly OrderTransactionRow[]) =>
  transactions.filter(({ kind }) => kind === "SALE" || kind === "AUTHORIZATION");

const creditPayment = (transactions: readonly OrderTransactionRow[]) =>
  payments(transactions).find(({ gateway }) => gateway === "shopify_store_credit");

/** The amount of a payment that was refunded or voided. A refund as new store credit doesn't belong to a payment. */
function returnedCents(payment: OrderTransactionRow, transactions: readonly OrderTransactionRow[]): number {
  return transactions
    .filter(({ parent_id, kind }) => parent_id === payment.id && kind !== "CAPTURE")
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

async function insertRefund(
  client: pg.PoolClient,
  store: Store,
  order: OrderRow,
  refund: Omit<NewRefund, "lines"> & { lines: readonly RefundLine[] },
): Promise<RefundRow> {
  const { rows } = await client.query<RefundRow>(
    `INSERT INTO refunds (shop, order_id, return_id, note, lines, shipping_cents, idempotency_key, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING *`,
    [
      order.shop,
      order.id,
      refund.returnId,
      refund.note,
      JSON.stringify(refund.lines),
      refund.shippingCents ?? 0,
      refund.idempotencyKey,
      shopifyNow(store),
    ],
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
  const name = { customer: order.customer_id ?? 0, currency: order.currency };
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
  if (order.customer_id === null)
    throw new OrderRefusedError("order", "An order without a customer can't be refunded to store credit.");
  const account = await openAccount(client, store, order.shop, order.customer_id, order.currency);
  if (!account) throw new OrderRefusedError("order", "The order's customer does not exist.");
  const cause = { event: "ORDER_REFUND", orderTransactionId: by.id } as const;
  await bookCredit(client, store, account, { cents, expiresAt, ...cause });
}
