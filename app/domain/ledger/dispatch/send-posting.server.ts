import type { UserError } from "~/connectors/shopify/operation";
import type { CurrencyCode } from "~/connectors/shopify/operations/schema.generated";
import {
  type CreatedTransaction,
  storeCreditCredit,
  storeCreditDebit,
} from "~/connectors/shopify/operations/store-credit";
import { NoAnswer, type Priority } from "~/connectors/shopify/port";
import { customerGid } from "~/domain/customers/mirror-row";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, Refusal } from "~/platform/errors";
import { absoluteCents } from "~/platform/money/cents";
import { parseMoney, toDecimalString } from "~/platform/money/decimal";
import { queueReconciliation } from "../reconcile/queue-reconciliation.server";
import { confirmPosting, failPosting, markUnknown, requeuePosting } from "../settle.server";
import { type ClaimedPosting, type DispatchTools, recordAttempt } from "./claim-postings.server";

/**
 * After this long another dispatcher may look up a posting that is being sent (milliseconds). It is shorter than a request may
 * take, because a lookup is harmless and finds the posting of a dead process sooner.
 */
const LOOKUP_AFTER_MS = 5_000;

/** The longest time between recording an attempt and sending it. A process that paused in between sends nothing. */
const SEND_WITHIN_MS = 5_000;

/** The posting was sent before the erasure and didn't arrive. It must not be sent again. */
const ERASED = "It didn't arrive at Shopify, and the customer's data were erased since. Nothing was changed.";

/** Sends a posting to Shopify and records the outcome. */
export async function sendPosting(
  tools: DispatchTools,
  posting: ClaimedPosting,
  priority: Priority,
): Promise<void> {
  const { shop } = tools;
  if (posting.customerId < 0) {
    await withShop(shop, (tx) => failPosting(tx, shop, posting.id, ERASED));
    return;
  }
  const answer = await callShopify(tools, posting, priority).catch((error: unknown) =>
    handleNoAnswer(tools, posting, error),
  );
  if (answer === null) return;
  const { made, errors } = answer;
  if (made) await confirmTransaction(shop, posting, made);
  else if (errors.length === 0) await leaveUnknown(tools, posting, "Shopify's answer was empty.");
  else
    await withShop(shop, async (tx) => {
      await failPosting(tx, shop, posting.id, refusalText(errors));
      if (showsMismatch(errors)) await queueReconciliation(tx, shop, [posting.customerId]);
    });
}

/** A posting that Shopify certainly didn't make is retried. Otherwise its outcome is unknown and is looked up. */
async function handleNoAnswer(tools: DispatchTools, posting: ClaimedPosting, error: unknown): Promise<null> {
  if (!(error instanceof Refusal)) throw error;
  if (error instanceof NoAnswer && error.mayBeDone) {
    await leaveUnknown(tools, posting, "Shopify's answer was lost.");
    return null;
  }
  const notBefore = new Date(tools.clock.now().getTime() + backoffMs(posting.attempt));
  await withShop(tools.shop, (tx) =>
    requeuePosting(tx, tools.shop, posting.id, error.message, notBefore, posting.attempt),
  );
  return null;
}

const leaveUnknown = (
  { shop, clock }: DispatchTools,
  { id, attempt: number }: ClaimedPosting,
  problem: string,
) => withShop(shop, (tx) => markUnknown(tx, shop, id, problem, clock.now(), number));

/** The delay before the next attempt, up to a minute (milliseconds). */
export const backoffMs = (attempts: number): number => Math.min(60_000, 500 * 2 ** Math.min(attempts, 10));

async function callShopify(
  { shop, adminApi, clock, signal }: DispatchTools,
  posting: ClaimedPosting,
  priority: Priority,
) {
  const amount = {
    amount: toDecimalString(absoluteCents(posting.amountCents), posting.currency),
    // The shop's currency, stored as Shopify returned it.
    currencyCode: posting.currency as CurrencyCode,
  };
  const id = customerGid(posting.shopifyCustomerId);
  const beforeSending = async () => {
    if (signal.aborted) throw conflict("The process is shutting down. Another one sends this posting.");
    const begun = performance.now();
    const isOurs = await recordAttempt(shop, posting, clock.now(), LOOKUP_AFTER_MS);
    if (!isOurs || performance.now() - begun > SEND_WITHIN_MS)
      throw conflict("It wasn't sent, because preparing it took too long.");
  };
  const options = { priority, beforeSending };
  if (posting.amountCents > 0) {
    const expiresAt = posting.expiresAt?.toISOString();
    const input = { creditAmount: amount, ...(expiresAt && { expiresAt }) };
    const { storeCreditAccountCredit: answer } = await adminApi.run(
      storeCreditCredit,
      { id, input },
      options,
    );
    return { made: answer?.storeCreditAccountTransaction, errors: answer?.userErrors ?? [] };
  }
  const input = { debitAmount: amount };
  const { storeCreditAccountDebit: answer } = await adminApi.run(storeCreditDebit, { id, input }, options);
  return { made: answer?.storeCreditAccountTransaction, errors: answer?.userErrors ?? [] };
}

/**
 * Confirms a posting by Shopify's transaction, which is also a comparison of the balances. If they differ, the ledger has missed a
 * transaction, and the account is reconciled immediately. For an erased customer only the entries are written.
 */
export async function confirmTransaction(
  shop: string,
  posting: ClaimedPosting,
  made: Omit<CreatedTransaction, "amount">,
): Promise<void> {
  const balanceAfterCents = parseMoney(made.balanceAfterTransaction);
  const confirmation = { transactionId: made.id, at: new Date(made.createdAt), balanceAfterCents };
  try {
    await withShop(shop, async (tx) => {
      if (!(await confirmPosting(tx, shop, posting.id, confirmation))) return;
      const { rows } = await tx.$client.query<{ balance: string }>(
        `UPDATE credit_accounts
            SET shopify_account_id = $3,
                compared_at = CASE WHEN balance_cents = $4 THEN greatest(compared_at, $5) ELSE compared_at END,
                shopify_balance_cents = CASE WHEN balance_cents = $4 THEN $4 ELSE shopify_balance_cents END
          WHERE shop = $1 AND customer_id = $2 AND customer_id > 0 RETURNING balance_cents AS balance`,
        [shop, posting.customerId, made.account.id, balanceAfterCents, confirmation.at],
      );
      const [account] = rows;
      if (account && Number(account.balance) !== balanceAfterCents)
        await queueReconciliation(tx, shop, [posting.customerId]);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // The transaction was assigned to another posting of the same amount. This posting's transaction isn't found yet.
    await withShop(shop, (tx) =>
      markUnknown(
        tx,
        shop,
        posting.id,
        "Its transaction belongs to another posting.",
        new Date(),
        posting.attempt,
      ),
    );
  }
}

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
function refusalText(errors: readonly UserError[]): string {
  const sentences = errors.map(
    ({ code, message }) => SENTENCES[code ?? ""] ?? `Shopify refused it: ${message}`,
  );
  return [...new Set(sentences)].join(" ");
}

/** True when the refusal shows that the ledger's balance differs from Shopify's. */
const showsMismatch = (errors: readonly UserError[]): boolean =>
  errors.some(({ code }) => MISMATCH_CODES.has(code ?? ""));
