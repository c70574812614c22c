import { randomUUID } from "node:crypto";
import type { AccountTransaction } from "~/connectors/shopify/operations/store-credit";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Cents } from "~/platform/money/cents";
import { parseMoney } from "~/platform/money/decimal";
import { openAccounts } from "../post.server";
import type { PostingType } from "../posting";
import { BOOK } from "../settle.server";
import { centsOfTransaction, transactionKey } from "./read-shopify-account.server";

/** The actor of manual changes in Shopify, which doesn't report the user. */
export const SHOPIFY_ADMIN = { id: "shopify-admin", name: "Shopify admin" };

/** A reference for each of Shopify's events (`StoreCreditSystemEvent` of its schema, 2026-10), where there is no order's name. */
const REFERENCES: Readonly<Record<string, string>> = {
  ORDER_PAYMENT: "Order paid",
  ORDER_REFUND: "Order refunded",
  ORDER_CANCELLATION: "Order canceled",
  PAYMENT_FAILURE: "Payment failed",
  PAYMENT_RETURNED: "Payment returned in part",
  TAX_FINALIZATION: "Tax finalized",
};

/** Converts a transaction of Shopify that the ledger lacks. */
export function toExternalTransaction(
  transaction: AccountTransaction,
  customerId: number,
): ExternalTransaction {
  const { type, reference } = typeOf(transaction);
  const order = transaction.origin?.order;
  return {
    customerId,
    type,
    amountCents: centsOfTransaction(transaction),
    at: new Date(transaction.createdAt),
    reference: order ? `${reference} ${order.name}` : reference,
    transactionId: transactionKey(transaction),
    balanceAfterCents: parseMoney(transaction.balanceAfterTransaction),
    orderId: order?.id,
    orderName: order?.name,
    expiresAt:
      "expiresAt" in transaction && transaction.expiresAt ? expiryOf(transaction.expiresAt) : undefined,
    by: isByHand(transaction) ? SHOPIFY_ADMIN : undefined,
  };
}

/** `Date` can't read a year of five digits as Shopify writes it, and no page can show one. */
const LATEST_READABLE = new Date("9999-12-31T00:00:00Z");

/** When a credit expires. An instant after the year 9999 becomes the latest one that can be read. */
function expiryOf(text: string): Date {
  const at = new Date(text);
  return Number.isNaN(+at) || at > LATEST_READABLE ? LATEST_READABLE : at;
}

const isByHand = ({ __typename, event }: AccountTransaction): boolean =>
  event === "ADJUSTMENT" &&
  (__typename === "StoreCreditAccountCreditTransaction" ||
    __typename === "StoreCreditAccountDebitTransaction");

function typeOf(transaction: AccountTransaction): { type: PostingType; reference: string } {
  const { __typename, event } = transaction;
  const reference = REFERENCES[event];
  switch (__typename) {
    case "StoreCreditAccountExpirationTransaction":
      return { type: "Expiry", reference: "Credit expired" };
    case "StoreCreditAccountDebitRevertTransaction":
      return { type: "Refund", reference: reference ?? "Debit reverted" };
    case "StoreCreditAccountCreditTransaction":
      return reference ? { type: "Refund", reference } : { type: "Credit", reference: "Given in Shopify" };
    case "StoreCreditAccountDebitTransaction":
      return reference ? { type: "Order", reference } : { type: "Adjustment", reference: "Taken in Shopify" };
  }
}

/** A change of a customer's credit that was made outside Backroom: a paid order, a refund, an expired credit. */
export interface ExternalTransaction {
  customerId: number;
  type: PostingType;
  /** Signed: what it did to the balance. */
  amountCents: Cents;
  at: Date;
  reference: string;
  /** Shopify's transaction, or a key made from it if Shopify gives it no id. Null if it isn't Shopify's. */
  transactionId: string | null;
  balanceAfterCents: Cents | null;
  orderId?: string;
  orderName?: string;
  expiresAt?: Date;
  /** Shopify itself if absent. */
  by?: { id: string; name: string };
}

/** The actor of transactions that Shopify made itself. */
const SHOPIFY = { id: "shopify", name: "Shopify" };

/**
 * Records an external transaction as a confirmed posting. Repeating it has no effect.
 * @returns false when it was recorded before
 */
export async function recordExternalTransaction(
  tx: ShopTransaction,
  shop: string,
  transaction: ExternalTransaction,
): Promise<boolean> {
  const id = randomUUID();
  const taken = await tx.$client.query(
    `INSERT INTO ledger_outcomes (shop, posting_id, state, transaction_id, balance_after_cents)
     VALUES ($1, $2, 'CONFIRMED', $3, $4) ON CONFLICT (shop, transaction_id) WHERE transaction_id IS NOT NULL DO NOTHING`,
    [shop, id, transaction.transactionId, transaction.balanceAfterCents],
  );
  if (taken.rowCount === 0) return false;
  // A customer that the mirror doesn't have yet gets an account without a name.
  const accounts = await openAccounts(tx, shop, [transaction.customerId]);
  if (!accounts.has(transaction.customerId))
    await tx.$client.query(
      `INSERT INTO credit_accounts (shop, customer_id, currency) SELECT shop, $2, currency FROM shops WHERE shop = $1
       ON CONFLICT DO NOTHING`,
      [shop, transaction.customerId],
    );
  await tx.$client.query(
    `WITH posting AS (
       INSERT INTO ledger_postings (shop, id, customer_id, at, type, amount_cents, reference, expires_at, actor_id, actor_name,
              actor_email, order_id, order_name)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '', $11, $12) RETURNING id, customer_id, type, amount_cents),
     booked AS (${BOOK})
     UPDATE credit_accounts AS account SET balance_cents = balance_cents + posting.amount_cents
       FROM posting WHERE account.shop = $1 AND account.customer_id = posting.customer_id`,
    [
      shop,
      id,
      transaction.customerId,
      transaction.at,
      transaction.type,
      transaction.amountCents,
      transaction.reference,
      transaction.expiresAt ?? null,
      (transaction.by ?? SHOPIFY).id,
      (transaction.by ?? SHOPIFY).name,
      transaction.orderId ?? null,
      transaction.orderName ?? null,
    ],
  );
  return true;
}
