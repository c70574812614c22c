import { ANSWER_WITHIN_MS } from "~/connectors/shopify/live.server";
import type { AccountTransaction } from "~/connectors/shopify/operations/store-credit";
import type { Priority } from "~/connectors/shopify/port";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { SHOPIFY_ADMIN } from "../reconcile/external-transaction.server";
import {
  centsOfTransaction,
  readShopifyAccount,
  type ShopifyAccount,
} from "../reconcile/read-shopify-account.server";
import { reconcileAccount } from "../reconcile/reconcile-account.server";
import { markUnknown, requeuePosting } from "../settle.server";
import { type ClaimedPosting, type DispatchTools, type Loss, postponeLookup } from "./claim-postings.server";
import { backoffMs, confirmTransaction } from "./send-posting.server";

/**
 * After this long a request has certainly ended: both sides time out within 30 seconds, and the network may delay it by 10 more.
 * Only then does a missing transaction prove that it was never made.
 */
const SETTLED_AFTER_MS = ANSWER_WITHIN_MS + 10_000;

/**
 * Shopify's clock and ours may differ by this much (milliseconds). With more, no session token would be valid. A transaction may
 * therefore seem this much older than its attempt.
 */
const MAX_CLOCK_SKEW_MS = 15_000;

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

const SETTLING =
  "The database has failed over. It is sent when requests that were under way have certainly ended.";

const BUSY = "The customer's credit is being compared with Shopify, because the database has failed over.";

const HELD =
  "The database has failed over, and Shopify has a transaction of this amount from shortly before, which Backroom had lost. Decide whether it is this one.";

/** How long a busy account waits (milliseconds). */
const BUSY_MS = 2_000;

/**
 * Whether a posting may be sent after a fail-over that may have lost postings. Of its own transaction, or of a lost one that it
 * repeats, only Shopify knows. The account is compared with Shopify once. Then the posting is held for a person when Shopify has an
 * unassigned transaction of the same amount from the lost time.
 * @returns false when it is postponed or held
 */
export async function mayBeSentAfter(
  loss: Loss,
  tools: DispatchTools,
  posting: ClaimedPosting,
  priority: Priority,
): Promise<boolean> {
  if (posting.isConfirmedNew || posting.customerId < 0) return true;
  if (posting.comparedAfterLossId !== loss.id && !(await compare(loss, tools, posting, priority)))
    return false;
  return !(await holdIfDuplicate(tools.shop, posting));
}

/** @returns false when it can't be compared now. Then the posting is postponed */
async function compare(
  loss: Loss,
  tools: DispatchTools,
  posting: ClaimedPosting,
  priority: Priority,
): Promise<boolean> {
  const { shop, adminApi, clock, signal } = tools;
  const postpone = async (problem: string, notBefore: number): Promise<false> => {
    await withShop(shop, (tx) =>
      requeuePosting(tx, shop, posting.id, problem, new Date(notBefore), posting.attempt),
    );
    return false;
  };
  const now = clock.now().getTime();
  const settledAt = loss.at.getTime() + SETTLED_AFTER_MS;
  if (now < settledAt) return postpone(SETTLING, settledAt);
  try {
    const call = { priority, signal };
    const { state } = await reconcileAccount({ shop, adminApi, call }, posting.shopifyCustomerId);
    if (state === "busy") return postpone(BUSY, now + BUSY_MS);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return postpone(error.message, now + backoffMs(posting.attempt));
  }
  await withShop(shop, (tx) =>
    tx.$client.query(
      "UPDATE credit_accounts SET compared_after_loss_id = $3 WHERE shop = $1 AND customer_id = $2",
      [shop, posting.customerId, loss.id],
    ),
  );
  return true;
}

/** @returns true when the posting now waits for a person, or no longer belongs to this dispatcher */
const holdIfDuplicate = (shop: string, posting: ClaimedPosting): Promise<boolean> =>
  withShop(shop, async (tx) => {
    const duplicateOf = await findLost(tx, shop, posting);
    if (duplicateOf === null) return false;
    await tx.$client.query(
      `WITH open AS (
         UPDATE ledger_open SET possible_duplicate_of = $3, problem = $4
          WHERE shop = $1 AND posting_id = $2 AND attempts = $5 AND attempted_at IS NULL RETURNING posting_id)
       INSERT INTO ledger_outcomes (shop, posting_id, state, problem) SELECT $1, posting_id, 'PENDING', $4 FROM open`,
      [shop, posting.id, duplicateOf, HELD, posting.attempt],
    );
    return true;
  });

/**
 * The oldest transaction of the same customer and amount that Shopify made while postings were lost, and that no posting was
 * recognized in. Backroom's own transactions look like those of the admin.
 */
async function findLost(
  tx: ShopTransaction,
  shop: string,
  { customerId, amountCents }: ClaimedPosting,
): Promise<string | null> {
  const { rows } = await tx.$client.query<{ id: string }>(
    `SELECT external.id FROM ledger_postings AS external
      WHERE shop = $1 AND customer_id = $2 AND amount_cents = $3 AND actor_id = $4 AND operation_key IS NULL
        AND EXISTS (SELECT 1 FROM database_timelines
              WHERE external.at >= lost_since - make_interval(secs => $5) AND external.at <= seen_from + make_interval(secs => $6))
        AND NOT EXISTS (SELECT 1 FROM ledger_outcomes AS outcome
              WHERE outcome.shop = $1 AND outcome.duplicate_of = external.id)
      ORDER BY at, number LIMIT 1`,
    [
      shop,
      customerId,
      amountCents,
      SHOPIFY_ADMIN.id,
      MAX_CLOCK_SKEW_MS / 1_000,
      (SETTLED_AFTER_MS + MAX_CLOCK_SKEW_MS) / 1_000,
    ],
  );
  return rows[0]?.id ?? null;
}
