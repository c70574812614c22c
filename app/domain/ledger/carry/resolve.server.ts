import { ANSWER_WITHIN_MS } from "~/connectors/shopify/live.server";
import type { AccountTransaction } from "~/connectors/shopify/operations/store-credit";
import type { Priority } from "~/connectors/shopify/port";
import { withShop } from "~/platform/db/with-shop.server";
import { centsOfTransaction, type ReadAccount, readAccount } from "../compare/read-account.server";
import { markUnknown, putBack } from "../settle.server";
import { confirmMade } from "./attempt.server";
import type { CarrierTools } from "./carry.server";
import { type ClaimedPosting, lookAgain } from "./claim.server";

/**
 * A request that was sent this long ago is over: we give up waiting after 30 seconds, Shopify ends a request of its own accord
 * within that time, and 10 seconds more are for what the network held up. Only then does "not there" mean "never was".
 */
const OVER_AFTER_MS = ANSWER_WITHIN_MS + 10_000;

/**
 * Shopify's clock and ours may differ by this much (milliseconds): with more, no session token would be valid and nobody could
 * sign in. A transaction from so long before the attempt may be its own.
 */
const CLOCKS_DIFFER_MS = 15_000;

/** Pauses between two looks (milliseconds), the last one repeated. */
const LOOKS_AFTER_MS = [500, 1_000, 2_000, 4_000, 8_000];

/**
 * Finds out what became of a posting that was sent and whose answer nobody has: by looking through the customer's
 * transactions at Shopify for one that is its own. Never by sending it again, unless it certainly did not take place.
 */
export async function resolve(
  { shop, adminApi, clock, signal }: CarrierTools,
  posting: ClaimedPosting,
  priority: Priority,
): Promise<void> {
  const attemptedAt = posting.attemptedAt ?? clock.now();
  const { id, storeCustomerId: customerId, currency, attempt } = posting;
  if (!posting.isUnknown) {
    const problem = "The process that sent it ended before the answer came.";
    await withShop(shop, (tx) => markUnknown(tx, shop, id, problem, inHalfAMinute(clock.now()), attempt));
  }
  const lookedAt = clock.now().getTime();
  const since = new Date(attemptedAt.getTime() - CLOCKS_DIFFER_MS);
  const account = await readAccount(adminApi, { customerId, currency, accountId: null }, since, {
    priority,
    signal,
  });
  const found = await ownTransaction(shop, posting, account, since);
  if (found && account.accountId) {
    const made = { ...found, id: found.id ?? "", account: { id: account.accountId } };
    await confirmMade(shop, posting, made);
  } else if (lookedAt - attemptedAt.getTime() >= OVER_AFTER_MS && account.isWhole) {
    const problem = "It did not arrive at Shopify; it is sent again.";
    await withShop(shop, (tx) => putBack(tx, shop, id, problem, clock.now(), attempt));
  } else {
    const place = Math.min(attempt, LOOKS_AFTER_MS.length) - 1;
    await lookAgain(shop, posting, new Date(clock.now().getTime() + (LOOKS_AFTER_MS[place] ?? 0)));
  }
}

const inHalfAMinute = (now: Date) => new Date(now.getTime() + 30_000);

/** The oldest transaction since the attempt that is as the posting is, and is no other posting's. */
async function ownTransaction(
  shop: string,
  posting: ClaimedPosting,
  { transactions }: ReadAccount,
  since: Date,
): Promise<AccountTransaction | undefined> {
  const alike = transactions
    .filter((transaction) => new Date(transaction.createdAt) >= since && isLike(transaction, posting))
    .toReversed();
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ id: string }>(
      "SELECT transaction_id AS id FROM ledger_outcomes WHERE shop = $1 AND transaction_id = ANY($2::text[])",
      [shop, alike.map(({ id }) => id)],
    ),
  );
  const taken = new Set(rows.map((row) => row.id));
  return alike.find(({ id }) => id !== undefined && !taken.has(id));
}

function isLike(transaction: AccountTransaction, { amountCents, expiresAt }: ClaimedPosting): boolean {
  const kind = amountCents > 0 ? "StoreCreditAccountCreditTransaction" : "StoreCreditAccountDebitTransaction";
  return (
    transaction.__typename === kind &&
    transaction.event === "ADJUSTMENT" &&
    centsOfTransaction(transaction) === amountCents &&
    secondOf(transaction.expiresAt) === secondOf(expiresAt)
  );
}

/** Shopify's instants are whole seconds. */
const secondOf = (instant: string | Date | null | undefined): number | null =>
  instant ? Math.floor(new Date(instant).getTime() / 1_000) : null;
