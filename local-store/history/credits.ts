import { expireDue, lockAccount } from "../credit/accounts.ts";
import { bookDebit } from "../credit/book-transactions.ts";
import { addCredit, deductCredit } from "../credit/change-credit.ts";
import { transaction } from "../data/database.ts";
import { lockOrder } from "../orders/change-order.ts";
import { insertTransaction } from "../orders/insert-order.ts";
import { linesOf, transactionsOf } from "../orders/read-orders.ts";
import { bookRefund, type RefundTransfer } from "../orders/refund-order.ts";
import { lineTotalCents } from "../orders/rows.ts";
import { CAMPAIGN, DAY_MS, daysBefore } from "./calendar.ts";
import type { History } from "./chapter.ts";
import type { HistoryEvent } from "./timeline.ts";

/** A transaction that Backroom requested, by its id in the store. */
export interface IssuedCredit {
  transactionId: number;
  reference: string;
}

const GIFTS = 84;
const BONUSES = 60;
const DEDUCTIONS = 9;
const REFUNDS = { toCard: 44, toCredit: 38 };
/** Of the orders of customers with credit. */
const PAYS_WITH_CREDIT = 0.65;

const REASONS = [
  "Goodwill for a late parcel",
  "Price match",
  "Trade-in of an old battery",
  "Damaged packaging",
  "Prize of the spring contest",
  "Workshop attendance",
  "Referred a school",
] as const;

interface PaidOrder {
  id: number;
  customer_id: number;
  created_at: Date;
  delivered_at: Date | null;
}

/** Credit that staff gave and took, orders that were paid with it, and refunds to it and to cards. */
export async function creditEvents(history: History, issued: IssuedCredit[]): Promise<HistoryEvent[]> {
  const { store, shop, start, scale, random } = history;
  const choice = random(3);
  const count = (number: number) => Math.max(1, Math.round(number * scale));
  const { rows: orders } = await store.pool.query<PaidOrder>(
    `SELECT o.id, o.customer_id, o.created_at, f.delivered_at
       FROM orders o LEFT JOIN fulfillments f ON f.shop = o.shop AND f.order_id = o.id
      WHERE o.shop = $1 AND o.financial_status = 'PAID' AND o.source_identifier LIKE 'history-%' ORDER BY o.created_at, o.id`,
    [shop.domain],
  );
  const { rows: holders } = await store.pool.query<{ customer_id: number }>(
    "SELECT DISTINCT customer_id FROM store_credit_accounts WHERE shop = $1",
    [shop.domain],
  );
  const hasLoadedCredit = new Set(holders.map(({ customer_id }) => customer_id));
  const buyers = [...new Set(orders.map(({ customer_id }) => customer_id))].filter(
    (id) => !hasLoadedCredit.has(id),
  );
  const gifts = Array.from({ length: count(GIFTS) }, () => ({
    at: daysBefore(start, 3 + choice.below(370) + choice.below(1000) / 1000),
    customerId: choice.pick(buyers),
    cents: 500 * (1 + choice.below(12)),
    days: choice.chance(0.45) ? 120 + choice.below(240) : null,
    reference: choice.pick(REASONS),
  }));
  const bonuses = Array.from({ length: count(BONUSES) }, () => ({
    at: daysBefore(start, CAMPAIGN.from - choice.below(1000) / 500),
    customerId: choice.pick(buyers),
    cents: 1_000,
    days: 90,
    reference: "Tool Days bonus",
  }));
  const given = [...gifts, ...bonuses];
  const payers = new Set(given.map(({ customerId }) => customerId));
  const delivered = orders.filter(({ delivered_at }) => delivered_at !== null);
  const refunded = new Set<PaidOrder>();
  const refund = (to: "card" | "credit"): HistoryEvent => {
    const order = choice.pick(delivered.filter((one) => !refunded.has(one)));
    refunded.add(order);
    const at = new Date((order.delivered_at ?? order.created_at).getTime() + (1 + choice.below(9)) * DAY_MS);
    return { at, happen: () => refundLine(history, order, to) };
  };
  return [
    ...given.flatMap(({ at, customerId, cents, days, reference }) => {
      const expiresAt = days === null ? null : new Date(at.getTime() + days * DAY_MS);
      return [
        {
          at,
          happen: async () => void (await give(history, issued, { customerId, cents, expiresAt, reference })),
        },
        ...(expiresAt
          ? [{ at: new Date(+expiresAt + 60_000), happen: async () => void (await expireDue(store)) }]
          : []),
      ];
    }),
    ...Array.from({ length: count(DEDUCTIONS) }, () => ({
      at: daysBefore(start, 2 + choice.below(200)),
      happen: () => take(history, issued, choice.pick([...payers])),
    })),
    ...orders.flatMap((order) =>
      payers.has(order.customer_id) && choice.chance(PAYS_WITH_CREDIT)
        ? [{ at: order.created_at, happen: () => payWithCredit(history, order) }]
        : [],
    ),
    ...Array.from({ length: count(REFUNDS.toCard) }, () => refund("card")),
    ...Array.from({ length: count(REFUNDS.toCredit) }, () => refund("credit")),
  ];
}

/** Gives credit as Backroom does. */
export async function give(
  { store, shop }: History,
  issued: IssuedCredit[],
  credit: { customerId: number; cents: number; expiresAt: Date | null; reference: string },
): Promise<number> {
  const { customerId, cents, expiresAt, reference } = credit;
  const amount = { cents, currency: shop.currencyCode };
  const { transaction: booked, userErrors } = await addCredit(
    store,
    shop.domain,
    { customer: customerId },
    amount,
    expiresAt,
  );
  if (!booked) throw new Error(userErrors[0]?.message);
  issued.push({ transactionId: booked.id, reference });
  return booked.id;
}

async function take({ store, shop }: History, issued: IssuedCredit[], customerId: number): Promise<void> {
  const { rows } = await store.pool.query<{ balance_cents: number }>(
    "SELECT balance_cents FROM store_credit_accounts WHERE shop = $1 AND customer_id = $2",
    [shop.domain, customerId],
  );
  const cents = Math.min(1_000, rows[0]?.balance_cents ?? 0);
  if (cents === 0) return;
  const { transaction: booked } = await deductCredit(
    store,
    shop.domain,
    { customer: customerId },
    { cents, currency: shop.currencyCode },
  );
  if (booked) issued.push({ transactionId: booked.id, reference: "Given twice by mistake" });
}

/** Pays as much of an order as the customer's credit covers, and the rest by card. */
async function payWithCredit({ store, shop }: History, { id, customer_id }: PaidOrder): Promise<void> {
  await transaction(store, async (client) => {
    const order = await lockOrder(client, shop.domain, id);
    const key = { customer: customer_id, currency: order.currency };
    const account = await lockAccount(client, store, shop.domain, key);
    const [card] = await transactionsOf(client, shop.domain, id);
    const cents = Math.min(account?.balance_cents ?? 0, card?.amount_cents ?? 0);
    if (!account || !card || cents === 0) return;
    if (cents === card.amount_cents)
      await client.query("DELETE FROM order_transactions WHERE shop = $1 AND id = $2", [
        shop.domain,
        card.id,
      ]);
    else
      await client.query(
        "UPDATE order_transactions SET amount_cents = amount_cents - $3 WHERE shop = $1 AND id = $2",
        [shop.domain, card.id, cents],
      );
    const payment = await insertTransaction(client, order, order.created_at, {
      kind: "SALE",
      gateway: "shopify_store_credit",
      amount_cents: cents,
    });
    await bookDebit(client, store, account, {
      cents,
      event: "ORDER_PAYMENT",
      orderTransactionId: payment.id,
    });
  });
}

/** Refunds one unit of an order's first line. */
async function refundLine({ store, shop }: History, { id }: PaidOrder, to: "card" | "credit"): Promise<void> {
  await transaction(store, async (client) => {
    const order = await lockOrder(client, shop.domain, id);
    const [line] = await linesOf(client, order);
    const card = (await transactionsOf(client, shop.domain, id)).find(
      ({ gateway, kind }) => gateway !== "shopify_store_credit" && kind === "SALE",
    );
    if (!line || order.financial_status !== "PAID") return;
    const cents = lineTotalCents(line, 1);
    if (cents <= 0 || (to === "card" && cents > (card?.amount_cents ?? 0))) return;
    const transfer: RefundTransfer =
      to === "credit" ? { to, cents, expiresAt: null } : { to: "payment", cents, parentId: card?.id ?? 0 };
    await bookRefund(client, store, order, {
      transfers: [transfer],
      lines: [{ lineId: line.id, quantity: 1, restockType: "NO_RESTOCK" }],
    });
  });
}
