import type { AccountTransaction } from "~/connectors/shopify/operations/store-credit";
import { parseMoney } from "~/platform/money/decimal";
import type { PostingType } from "../posting";
import type { ExternalTransaction } from "../record-external-transaction.server";
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
