import type { UserError } from "~/connectors/shopify/operation";

/**
 * Shopify's reasons for refusing a credit or a debit (`StoreCreditAccountCreditUserErrorCode`, `…DebitUserErrorCode` of its
 * schema, 2026-10), each as a sentence for the person who requested it.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  INSUFFICIENT_FUNDS:
    "Shopify has less store credit for this customer than this adjustment takes. An order may have spent it. Nothing was taken.",
  CREDIT_LIMIT_EXCEEDED:
    "The customer's store credit would exceed Shopify's limit for one customer. Nothing was added. Issue a smaller credit.",
  MISMATCHING_CURRENCY:
    "The customer's store credit in Shopify is in another currency than the store's. Nothing was changed.",
  UNSUPPORTED_CURRENCY: "Shopify has no store credit in this store's currency. Nothing was changed.",
  EXPIRES_AT_IN_PAST:
    "The expiry date had passed when the credit reached Shopify. Nothing was added. Issue it again with a later date.",
  OWNER_NOT_FOUND: "This customer no longer exists. Nothing was changed.",
  ACCOUNT_NOT_FOUND: "Shopify has no store credit for this customer. Nothing was changed.",
  NEGATIVE_OR_ZERO_AMOUNT: "Shopify accepts only amounts above zero. Nothing was changed.",
};

/** Codes that show that the ledger's balance differs from Shopify's: the account is reconciled immediately. */
const MISMATCH_CODES = new Set(["INSUFFICIENT_FUNDS", "MISMATCHING_CURRENCY", "ACCOUNT_NOT_FOUND"]);

/** Why Shopify refused, as a sentence. An unknown code gets Shopify's own message. */
export function refusalText(errors: readonly UserError[]): string {
  const sentences = errors.map(
    ({ code, message }) => SENTENCES[code ?? ""] ?? `Shopify refused it: ${message}`,
  );
  return [...new Set(sentences)].join(" ");
}

/** True when the refusal shows that the ledger's balance differs from Shopify's. */
export const showsMismatch = (errors: readonly UserError[]): boolean =>
  errors.some(({ code }) => MISMATCH_CODES.has(code ?? ""));
