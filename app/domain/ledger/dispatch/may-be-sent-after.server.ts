import type { Priority } from "~/connectors/shopify/port";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { SHOPIFY_ADMIN } from "../reconcile/external-transaction.server";
import { reconcileAccount } from "../reconcile/reconcile-account.server";
import { requeuePosting } from "../settle.server";
import type { ClaimedPosting, Loss } from "./claim-postings.server";
import type { DispatchTools } from "./dispatch-tools";
import { MAX_CLOCK_SKEW_MS, SETTLED_AFTER_MS } from "./resolve-unknown.server";
import { backoffMs } from "./send-posting.server";

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
