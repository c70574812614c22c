import {
  type MadeTransaction,
  storeCreditCredit,
  storeCreditDebit,
} from "~/connectors/shopify/operations/store-credit";
import { NoAnswer, type Priority } from "~/connectors/shopify/port";
import { customerGid } from "~/domain/customers/mirror-row";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, Refusal } from "~/platform/errors";
import { centsOf, decimalOf } from "~/platform/money";
import { noteForComparison } from "../compare/note.server";
import { confirm, fail, markUnknown, putBack } from "../settle.server";
import type { CarrierTools } from "./carry.server";
import { type ClaimedPosting, noteAttempt } from "./claim.server";
import { sentenceOf, showsDisagreement } from "./refusals";

/**
 * How long others leave a posting alone that is being sent. Much shorter than the request may take, because all that they do
 * then is look whether it is there already: that harms nobody, and finds what a dead process was sending sooner.
 */
const LEFT_ALONE_MS = 5_000;
/** Between the note that a posting is being sent and its sending: a process that stood still in between sends nothing. */
const SENT_WITHIN_MS = 5_000;

/** It was sent before the person's data were erased, and did not arrive: nothing is done for them any more. */
const ERASED =
  "It did not arrive at Shopify, and the customer's data were erased since. Nothing was changed.";

/** Sends a posting to Shopify, and writes down what came of it. */
export async function attempt(
  tools: CarrierTools,
  posting: ClaimedPosting,
  priority: Priority,
): Promise<void> {
  const { shop } = tools;
  if (posting.customerId < 0) {
    await withShop(shop, (tx) => fail(tx, shop, posting.id, ERASED));
    return;
  }
  const answer = await send(tools, posting, priority).catch((error: unknown) =>
    afterNoAnswer(tools, posting, error),
  );
  if (answer === null) return;
  const { made, errors } = answer;
  if (made) await confirmMade(shop, posting, made);
  else if (errors.length === 0) await leaveUnknown(tools, posting, "Shopify's answer said nothing.");
  else
    await withShop(shop, async (tx) => {
      await fail(tx, shop, posting.id, sentenceOf(errors));
      if (showsDisagreement(errors)) await noteForComparison(tx, shop, [posting.customerId]);
    });
}

/** What certainly did not take place waits for another attempt; what may have is looked for. */
async function afterNoAnswer(tools: CarrierTools, posting: ClaimedPosting, error: unknown): Promise<null> {
  if (!(error instanceof Refusal)) throw error;
  if (error instanceof NoAnswer && error.mayBeDone) {
    await leaveUnknown(tools, posting, "Shopify's answer was lost.");
    return null;
  }
  const notBefore = new Date(tools.clock.now().getTime() + pauseAfter(posting.attempt));
  await withShop(tools.shop, (tx) =>
    putBack(tx, tools.shop, posting.id, error.message, notBefore, posting.attempt),
  );
  return null;
}

const leaveUnknown = (
  { shop, clock }: CarrierTools,
  { id, attempt: number }: ClaimedPosting,
  problem: string,
) => withShop(shop, (tx) => markUnknown(tx, shop, id, problem, clock.now(), number));

/** How long a posting waits for another attempt: from half a second up to a minute (milliseconds). */
export const pauseAfter = (attempts: number): number => Math.min(60_000, 500 * 2 ** Math.min(attempts, 10));

async function send(
  { shop, adminApi, clock, signal }: CarrierTools,
  posting: ClaimedPosting,
  priority: Priority,
) {
  const amount = { amount: decimalOf(Math.abs(posting.amountCents)), currencyCode: posting.currency };
  const id = customerGid(posting.storeCustomerId);
  const beforeSending = async () => {
    if (signal.aborted) throw conflict("The process ends; another one takes this up.");
    const begun = performance.now();
    const isOurs = await noteAttempt(shop, posting, clock.now(), LEFT_ALONE_MS);
    if (!isOurs || performance.now() - begun > SENT_WITHIN_MS)
      throw conflict("It was not sent: it took too long to get ready.");
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
 * Writes down that a posting is a transaction of Shopify's. Where Shopify's balance is then another than the ledger's, something
 * happened that the ledger has not heard of: the two are compared at once. Of an erased person only the entries are written.
 */
export async function confirmMade(
  shop: string,
  posting: ClaimedPosting,
  made: Omit<MadeTransaction, "amount">,
): Promise<void> {
  const balanceAfterCents = centsOf(made.balanceAfterTransaction.amount);
  const confirmation = { transactionId: made.id, at: new Date(made.createdAt), balanceAfterCents };
  try {
    await withShop(shop, async (tx) => {
      if (!(await confirm(tx, shop, posting.id, confirmation))) return;
      const { rows } = await tx.$client.query<{ balance: string }>(
        `UPDATE credit_accounts SET shopify_account_id = $3 WHERE shop = $1 AND customer_id = $2 AND customer_id > 0
         RETURNING balance_cents AS balance`,
        [shop, posting.customerId, made.account.id],
      );
      const [account] = rows;
      if (account && Number(account.balance) !== balanceAfterCents)
        await noteForComparison(tx, shop, [posting.customerId]);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Another posting of the same customer and amount was taken for this transaction: its own is still to be found.
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
