import type { AccountTransaction } from "~/connectors/shopify/operations/store-credit";
import { centsOf } from "~/platform/money";
import type { PostingType } from "../posting";
import type { ToldPosting } from "../told.server";
import { centsOfTransaction, transactionKey } from "./read-account.server";

/** Who gave or took credit by hand in Shopify: it does not tell which of its users. */
const SHOPIFY_ADMIN = { id: "shopify-admin", name: "Shopify admin" };

/** A reference for each of Shopify's events (`StoreCreditSystemEvent` of its schema, 2026-10), where there is no order's name. */
const REFERENCES: Readonly<Record<string, string>> = {
  ORDER_PAYMENT: "Order paid",
  ORDER_REFUND: "Order refunded",
  ORDER_CANCELLATION: "Order cancelled",
  PAYMENT_FAILURE: "Payment failed",
  PAYMENT_RETURNED: "Payment returned in part",
  TAX_FINALIZATION: "Tax finalized",
};

/** A transaction that Shopify shows and the ledger has not heard of, as a posting. */
export function toldBy(transaction: AccountTransaction, customerId: number): ToldPosting {
  const { type, reference } = kindOf(transaction);
  const order = transaction.origin?.order;
  return {
    customerId,
    type,
    amountCents: centsOfTransaction(transaction),
    at: new Date(transaction.createdAt),
    reference: order ? `${reference} ${order.name}` : reference,
    transactionId: transactionKey(transaction),
    balanceAfterCents: centsOf(transaction.balanceAfterTransaction.amount),
    orderId: order?.id,
    orderName: order?.name,
    expiresAt: transaction.expiresAt ? new Date(transaction.expiresAt) : undefined,
    by: isByHand(transaction) ? SHOPIFY_ADMIN : undefined,
  };
}

const isByHand = ({ __typename, event }: AccountTransaction): boolean =>
  event === "ADJUSTMENT" &&
  (__typename === "StoreCreditAccountCreditTransaction" ||
    __typename === "StoreCreditAccountDebitTransaction");

function kindOf(transaction: AccountTransaction): { type: PostingType; reference: string } {
  const { __typename, event } = transaction;
  const reference = REFERENCES[event];
  switch (__typename) {
    case "StoreCreditAccountExpirationTransaction":
      return { type: "Expiry", reference: "Credit ran out" };
    case "StoreCreditAccountDebitRevertTransaction":
      return { type: "Refund", reference: reference ?? "Debit taken back" };
    case "StoreCreditAccountCreditTransaction":
      return reference ? { type: "Refund", reference } : { type: "Credit", reference: "Given in Shopify" };
    case "StoreCreditAccountDebitTransaction":
      return reference ? { type: "Order", reference } : { type: "Adjustment", reference: "Taken in Shopify" };
  }
}
