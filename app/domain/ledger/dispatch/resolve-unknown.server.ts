import { ANSWER_WITHIN_MS } from "~/connectors/shopify/live.server";
import type { AccountTransaction } from "~/connectors/shopify/operations/store-credit";
import type { Priority } from "~/connectors/shopify/port";
import { withShop } from "~/platform/db/with-shop.server";
import {
  centsOfTransaction,
  readShopifyAccount,
  type ShopifyAccount,
} from "../reconcile/read-shopify-account.server";
import { markUnknown, requeuePosting } from "../settle.server";
import { type ClaimedPosting, postponeLookup } from "./claim-postings.server";
import type { DispatchTools } from "./dispatch-tools";
import { confirmTransaction } from "./send-posting.server";

/**
 * After this long a request has certainly ended: both sides time out within 30 seconds, and the network may delay it by 10 more.
 * Only then does a missing transaction prove that it was never made.
 */
export const SETTLED_AFTER_MS = ANSWER_WITHIN_MS + 10_000;

/**
 * Shopify's clock and ours may differ by this much (milliseconds). With more, no session token would be valid. A transaction may
 * therefore seem this much older than its attempt.
 */
export const MAX_CLOCK_SKEW_MS = 15_000;

/** Delays between lookups (milliseconds). The last one repeats. */
const LOOKUP_DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000];

/**
 * Resolves a posting whose answer was lost by searching the customer's transactions at Shopify. The posting is sent again only if
 * Shopify certainly didn't make it.
 */
export async function resolveUnknown(
  { shop, adminApi, clock, signal }: DispatchTools,
  posting: ClaimedPosting,
  priority: Priority,
): Promise<void> {
  const attemptedAt = posting.attemptedAt ?? clock.now();
  const { id, shopifyCustomerId: customerId, currency, attempt } = posting;
  if (!posting.isUnknown) {
    const problem = "The process that sent it ended before the answer came.";
    await withShop(shop, (tx) => markUnknown(tx, shop, id, problem, inHalfAMinute(clock.now()), attempt));
  }
  const lookedAt = clock.now().getTime();
  const since = new Date(attemptedAt.getTime() - MAX_CLOCK_SKEW_MS);
  const account = await readShopifyAccount(adminApi, { customerId, currency, accountId: null }, since, {
    priority,
    signal,
  });
  const found = await findTransactionOf(shop, posting, account, since);
  if (found && account.accountId) {
    const made = { ...found, account: { id: account.accountId } };
    await confirmTransaction(shop, posting, made);
  } else if (lookedAt - attemptedAt.getTime() >= SETTLED_AFTER_MS && account.isComplete) {
    const problem = "It didn't arrive at Shopify. It is sent again.";
    await withShop(shop, (tx) => requeuePosting(tx, shop, id, problem, clock.now(), attempt));
  } else {
    const place = Math.min(attempt, LOOKUP_DELAYS_MS.length) - 1;
    await postponeLookup(shop, posting, new Date(clock.now().getTime() + (LOOKUP_DELAYS_MS[place] ?? 0)));
  }
}

const inHalfAMinute = (now: Date) => new Date(now.getTime() + 30_000);

/** The oldest transaction since the attempt that matches the posting and belongs to no other one. */
async function findTransactionOf(
  shop: string,
  posting: ClaimedPosting,
  { transactions }: ShopifyAccount,
  since: Date,
): Promise<SentTransaction | undefined> {
  const alike = transactions
    .filter(isCreditOrDebit)
    .filter((transaction) => new Date(transaction.createdAt) >= since && matches(transaction, posting))
    .toReversed();
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ id: string }>(
      "SELECT transaction_id AS id FROM ledger_outcomes WHERE shop = $1 AND transaction_id = ANY($2::text[])",
      [shop, alike.map(({ id }) => id)],
    ),
  );
  const taken = new Set(rows.map((row) => row.id));
  return alike.find(({ id }) => !taken.has(id));
}

/** The kinds of transactions that a posting creates. */
type SentTransaction = Extract<
  AccountTransaction,
  { __typename: "StoreCreditAccountCreditTransaction" | "StoreCreditAccountDebitTransaction" }
>;

const isCreditOrDebit = (transaction: AccountTransaction): transaction is SentTransaction =>
  transaction.__typename === "StoreCreditAccountCreditTransaction" ||
  transaction.__typename === "StoreCreditAccountDebitTransaction";

function matches(transaction: SentTransaction, { amountCents, expiresAt }: ClaimedPosting): boolean {
  const kind = amountCents > 0 ? "StoreCreditAccountCreditTransaction" : "StoreCreditAccountDebitTransaction";
  return (
    transaction.__typename === kind &&
    transaction.event === "ADJUSTMENT" &&
    centsOfTransaction(transaction) === amountCents &&
    secondOf("expiresAt" in transaction ? transaction.expiresAt : null) === secondOf(expiresAt)
  );
}

/** Shopify's instants are whole seconds. */
const secondOf = (instant: string | Date | null | undefined): number | null =>
  instant ? Math.floor(new Date(instant).getTime() / 1_000) : null;
