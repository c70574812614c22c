import type { UserError } from "~/connectors/shopify/operation";

/**
 * Shopify's reasons for refusing a credit or a debit (`StoreCreditAccountCreditUserErrorCode`, `…DebitUserErrorCode` of its
 * schema, 2026-10), each as a sentence for the person who asked for it.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  INSUFFICIENT_FUNDS:
    "Shopify has less store credit for this customer than was to be taken: an order may have spent it. Nothing was taken.",
  CREDIT_LIMIT_EXCEEDED:
    "The customer's store credit would exceed Shopify's limit for one customer. Nothing was added; issue a smaller credit.",
  MISMATCHING_CURRENCY:
    "The customer's store credit in Shopify is in another currency than the store's. Nothing was changed.",
  UNSUPPORTED_CURRENCY: "Shopify has no store credit in this store's currency. Nothing was changed.",
  EXPIRES_AT_IN_PAST:
    "The expiry date had passed when the credit reached Shopify. Nothing was added; issue it again with a later date.",
  OWNER_NOT_FOUND: "The store has no such customer any more. Nothing was changed.",
  ACCOUNT_NOT_FOUND: "Shopify has no store credit for this customer. Nothing was changed.",
  NEGATIVE_OR_ZERO_AMOUNT: "Shopify takes only amounts above zero. Nothing was changed.",
};

/** Codes that say that Shopify and the ledger disagree about a customer: they are compared at once. */
const DISAGREEING = new Set(["INSUFFICIENT_FUNDS", "MISMATCHING_CURRENCY", "ACCOUNT_NOT_FOUND"]);

/** Why Shopify refused, as a sentence; its own words for a reason that is new. */
export function sentenceOf(errors: readonly UserError[]): string {
  const sentences = errors.map(
    ({ code, message }) => SENTENCES[code ?? ""] ?? `Shopify refused it: ${message}`,
  );
  return [...new Set(sentences)].join(" ");
}

/** True when the refusal shows that the ledger's balance is not Shopify's. */
export const showsDisagreement = (errors: readonly UserError[]): boolean =>
  errors.some(({ code }) => DISAGREEING.has(code ?? ""));
