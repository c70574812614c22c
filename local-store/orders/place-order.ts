import type pg from "pg";
import { lockAccount } from "../credit/accounts.ts";
import { bookDebit } from "../credit/book-transactions.ts";
import { type Store, transaction } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import type { UserError } from "../data/rows.ts";
import { findShop } from "../data/shops.ts";
import { findDiscount } from "../discounts/read-discounts.ts";
import { applyCode, recordUse } from "../discounts/redeem-code.ts";
import {
  announceOrder,
  insertOrder,
  insertTransaction,
  type NewOrder,
  orderTotalCents,
} from "./insert-order.ts";
import { OrderRefusedError, toUserErrors } from "./order-refused-error.ts";
import { lineTotalCents, type OrderRow } from "./rows.ts";

/** An order to place in the shop's currency. Amounts are in cents. */
export interface OrderInput {
  customerId: number;
  /** The price of a single custom item. Give `order` instead for an order with lines. */
  totalCents?: number;
  order?: Omit<NewOrder, "customer_id" | "currency" | "financial_status" | "discount_codes">;
  /** A code of the shop's discounts, which takes something off the lines. */
  discountCode?: string | null;
  /** The amount to pay with store credit. Defaults to the available balance, as at Shopify's checkout. */
  creditCents?: number;
  /** Authorizes the payment without capturing it: no `orders/paid`, and a cancellation voids it. */
  authorizeOnly?: boolean;
  /** The order is paid later, for example by bank transfer. */
  payLater?: boolean;
}

/** The result: the order, or user errors. */
export type OrderChange = { order: OrderRow; userErrors: [] } | { order: null; userErrors: UserError[] };

/** Places an order as the checkout does: store credit is debited (ORDER_PAYMENT), and a card pays the rest. */
export async function placeOrder(store: Store, shop: string, input: OrderInput): Promise<OrderChange> {
  const { customerId, totalCents = 0 } = input;
  const requested = input.order ?? {
    lines: [
      {
        title: "Custom item",
        quantity: 1,
        price_cents: totalCents,
        requires_shipping: false,
        taxable: false,
      },
    ],
  };
  if (!input.order && (!Number.isSafeInteger(totalCents) || totalCents <= 0))
    return refusedOrder(new OrderRefusedError("total", "The total must be above 0."));
  return transaction<OrderChange>(store, async (client) => {
    const now = shopifyNow(store);
    const currency = (await findShop(client, shop))?.currency ?? "";
    const { rowCount } = await client.query("SELECT FROM customers WHERE shop = $1 AND id = $2 FOR UPDATE", [
      shop,
      customerId,
    ]);
    if (rowCount === 0) throw new OrderRefusedError("customerId", "Customer does not exist.");
    const { order, use } = await withDiscount(client, store, shop, requested, input);
    const total = orderTotalCents(order);
    const account = await lockAccount(client, store, shop, { customer: customerId, currency });
    const balance = account?.balance_cents ?? 0;
    const creditCents = input.payLater ? 0 : (input.creditCents ?? Math.min(balance, total));
    if (creditCents < 0 || creditCents > total)
      throw new OrderRefusedError("creditCents", "The store credit must be between 0 and the total.");
    if (creditCents > balance)
      throw new OrderRefusedError("creditCents", "The amount exceeds the store credit balance.");

    const paidStatus = input.authorizeOnly ? "AUTHORIZED" : "PAID";
    const inserted = await insertOrder(
      client,
      shop,
      {
        ...order,
        customer_id: customerId,
        currency,
        financial_status: input.payLater ? "PENDING" : paidStatus,
      },
      now,
    );
    if (use) await recordUse(client, store, use, { id: inserted.id, customerId });
    const kind = input.authorizeOnly ? "AUTHORIZATION" : "SALE";
    if (account && creditCents > 0) {
      const payment = await insertTransaction(client, inserted, now, {
        kind,
        gateway: "shopify_store_credit",
        amount_cents: creditCents,
      });
      const cause = { event: "ORDER_PAYMENT", orderTransactionId: payment.id } as const;
      await bookDebit(client, store, account, { cents: creditCents, ...cause });
    }
    if (creditCents < total && !input.payLater)
      await insertTransaction(client, inserted, now, {
        kind,
        gateway: "bogus",
        amount_cents: total - creditCents,
      });
    await announceOrder(client, store, inserted);
    return { order: inserted, userErrors: [] };
  }).catch(refusedOrder);
}

/** Spreads what a discount code takes off over the lines, by their prices. The last line gets the rest. */
async function withDiscount(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  order: NonNullable<OrderInput["order"]>,
  { customerId, discountCode }: OrderInput,
) {
  if (!discountCode) return { order, use: null };
  const prices = order.lines.map((line) => lineTotalCents({ discounts: [], ...line }));
  const subtotalCents = prices.reduce((sum, cents) => sum + cents, 0);
  const use = await applyCode(client, store, shop, { code: discountCode, customerId, subtotalCents });
  if ("problem" in use) throw new OrderRefusedError("discountCode", use.problem);
  const { code, amountCents } = use;
  const shares = shareCents(amountCents, prices);
  const discount = await findDiscount(client, shop, code.discount_id);
  const lines = order.lines.map((line, index) => ({
    ...line,
    discounts: [...(line.discounts ?? []), { code: code.code, cents: shares[index] ?? 0 }],
  }));
  const type = discount?.percentage == null ? ("fixed_amount" as const) : ("percentage" as const);
  return { order: { ...order, lines, discount_codes: [{ code: code.code, type, cents: amountCents }] }, use };
}

/** Divides an amount by weights. The last part gets what rounding leaves. */
export function shareCents(cents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => (total === 0 ? 0 : Math.floor((cents * weight) / total)));
  const rest = cents - shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share, index) => (index === shares.length - 1 ? share + rest : share));
}

/** Converts an OrderRefusedError into user errors. Rethrows any other error. */
export function refusedOrder(error: unknown): OrderChange {
  return { order: null, userErrors: toUserErrors(error) };
}
