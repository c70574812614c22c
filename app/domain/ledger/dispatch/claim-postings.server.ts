import type { AdminApi } from "~/connectors/shopify/port";
import type { Clock } from "~/platform/clock";
import { IS_UNKNOWN_TIMELINE, LOSS_DAYS, recordTimeline } from "~/platform/db/timeline.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { SharedSlot } from "~/platform/jobs/start-later.server";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";

/** What the dispatcher needs. */
export interface DispatchTools {
  shop: string;
  adminApi: AdminApi;
  clock: Clock;
  /** Aborted at shutdown: requests in flight are awaited, and no others are started. */
  signal: AbortSignal;
  /** In a slot of the queue, it doesn't wait for postings that are due later, and makes room for others. */
  slot?: SharedSlot;
}

/** An open posting that a dispatcher has claimed. */
export interface ClaimedPosting {
  id: string;
  /** The customer in the ledger. Negative after the customer's data were erased. */
  customerId: number;
  /** The customer's id at Shopify. It stays after an erasure until the posting has ended. */
  shopifyCustomerId: number;
  /** Signed. */
  amountCents: Cents;
  currency: string;
  expiresAt: Date | null;
  /** How often it was claimed. Only the latest claim may change the posting. */
  attempt: number;
  /** When it was sent, with an unknown outcome. Null when Shopify certainly doesn't have it. */
  attemptedAt: Date | null;
  isUnknown: boolean;
  /** The latest fail-over after which the customer's account was compared with Shopify. */
  comparedAfterLossId: number | null;
  /** A person decided that it isn't a duplicate. */
  isConfirmedNew: boolean;
}

/** A fail-over of the database after which postings that were acknowledged, and sent, may be missing. */
export interface Loss {
  id: number;
  /** When it was seen. */
  at: Date;
}

/** The postings that a dispatcher claimed. */
export interface ClaimResult {
  postings: ClaimedPosting[];
  /** More than a few postings are open, so no person is waiting for a single one. */
  isRun: boolean;
  /** When the next one may be claimed. Null when none is open, or all wait for a person's decision. */
  nextAt: Date | null;
  /** The latest one. */
  loss: Loss | null;
}

/**
 * How long a claim lasts (milliseconds). Sending renews it. A dispatcher that waits longer for Shopify's rate limit loses the
 * claim and sends nothing. A short claim lets another dispatcher take over from a dead one soon.
 */
export const CLAIM_MS = 10_000;

/** Up to this many open postings are sent with the priority of a waiting person. */
export const FEW_LIMIT = 20;

/** How many of the next postings are checked first. Each check reads the other postings of the customer. */
const NEXT_LIMIT = 50;

/** Rolls a claim back: the database has failed over, and that isn't recorded yet. */
class UnknownTimeline extends Error {}

/**
 * Claims the next open postings in order. Of each customer, it claims only the first one, and none while another one is in flight.
 */
export async function claimPostings(shop: string, most: number): Promise<ClaimResult> {
  try {
    return await claim(shop, most);
  } catch (error) {
    if (!(error instanceof UnknownTimeline)) throw error;
    await recordTimeline();
    return claim(shop, most);
  }
}

const claim = (shop: string, most: number): Promise<ClaimResult> =>
  withShop(shop, async (tx) => {
    const next = await claimSome(tx, shop, most, NEXT_LIMIT);
    // If the first postings wait for each other, one further back may be ready.
    const others = next.length < most ? await claimSome(tx, shop, most - next.length, null) : [];
    return { postings: [...next, ...others], ...(await readBacklog(tx, shop)) };
  });

/** @param among looks only at this many of the next postings. Null looks at all. */
async function claimSome(
  tx: ShopTransaction,
  shop: string,
  most: number,
  among: number | null,
): Promise<ClaimedPosting[]> {
  const { rows } = await tx.$client.query<
    ClaimedPosting & { customerId: string; shopifyCustomerId: string; amountCents: string }
  >(
    `WITH due AS MATERIALIZED (
       SELECT posting_id FROM ledger_open
        WHERE shop = $1 AND not_before <= clock_timestamp() AND possible_duplicate_of IS NULL
        ORDER BY not_before, number LIMIT $3),
     next AS (
       SELECT posting_id FROM ledger_open AS open
        WHERE shop = $1 AND not_before <= clock_timestamp() AND posting_id IN (SELECT posting_id FROM due)
          AND NOT EXISTS (SELECT 1 FROM ledger_open AS other
                WHERE other.shop = $1 AND other.customer_id = open.customer_id AND other.posting_id <> open.posting_id
                  AND (other.number < open.number OR other.attempted_at IS NOT NULL OR other.not_before > clock_timestamp()))
        ORDER BY not_before, number LIMIT $2 FOR UPDATE SKIP LOCKED),
     taken AS (
       UPDATE ledger_open AS open
          SET not_before = clock_timestamp() + make_interval(secs => ${CLAIM_MS / 1_000}), attempts = attempts + 1
         FROM next WHERE open.shop = $1 AND open.posting_id = next.posting_id
       RETURNING open.posting_id, open.customer_id, open.number, open.attempts, open.attempted_at, open.state, open.is_confirmed_new)
     SELECT posting.id, posting.customer_id AS "customerId", taken.customer_id AS "shopifyCustomerId", posting.amount_cents AS "amountCents", account.currency,
            posting.expires_at AS "expiresAt", taken.attempts AS attempt, taken.attempted_at AS "attemptedAt",
            taken.state = 'UNKNOWN' AS "isUnknown", account.compared_after_loss_id::float8 AS "comparedAfterLossId",
            taken.is_confirmed_new AS "isConfirmedNew"
       FROM taken
       JOIN ledger_postings AS posting ON posting.shop = $1 AND posting.id = taken.posting_id
       JOIN credit_accounts AS account ON account.shop = $1 AND account.customer_id = posting.customer_id
      ORDER BY taken.number`,
    [shop, most, among],
  );
  return rows.map((row) => ({
    ...row,
    customerId: Number(row.customerId),
    shopifyCustomerId: Number(row.shopifyCustomerId),
    amountCents: centsFromDatabase(row.amountCents),
  }));
}

async function readBacklog(
  tx: ShopTransaction,
  shop: string,
): Promise<Pick<ClaimResult, "isRun" | "nextAt" | "loss">> {
  const { rows } = await tx.$client.query<{
    isRun: boolean;
    nextAt: Date | null;
    isUnknownTimeline: boolean;
    lossId: number | null;
    lossAt: Date | null;
  }>(
    `SELECT (SELECT count(*) FROM (SELECT 1 FROM ledger_open WHERE shop = $1 LIMIT ${FEW_LIMIT + 1}) AS few) > ${FEW_LIMIT} AS "isRun",
            (SELECT not_before FROM ledger_open AS open
              WHERE shop = $1 AND NOT EXISTS (SELECT 1 FROM ledger_open AS held
                      WHERE held.shop = $1 AND held.customer_id = open.customer_id AND held.possible_duplicate_of IS NOT NULL)
              ORDER BY not_before LIMIT 1) AS "nextAt",
            ${IS_UNKNOWN_TIMELINE} AS "isUnknownTimeline", loss.id::float8 AS "lossId", loss.seen_from AS "lossAt"
       FROM (SELECT 1) AS one LEFT JOIN LATERAL (
         SELECT id, seen_from FROM database_timelines
          WHERE lost_since IS NOT NULL AND seen_from > now() - interval '${LOSS_DAYS} days' ORDER BY id DESC LIMIT 1) AS loss ON true`,
    [shop],
  );
  const [backlog] = rows;
  if (!backlog || backlog.isUnknownTimeline) throw new UnknownTimeline();
  const { isRun, nextAt, lossId, lossAt } = backlog;
  return { isRun, nextAt, loss: lossId !== null && lossAt !== null ? { id: lossId, at: lossAt } : null };
}

/**
 * Records that a posting is being sent, and commits that before the request. A posting that was sent and has no outcome is looked
 * up at Shopify.
 * @param heldFor how long no other dispatcher may look it up (milliseconds)
 * @returns false when another dispatcher has claimed it: then it must not be sent
 */
export async function recordAttempt(
  shop: string,
  { id, attempt }: ClaimedPosting,
  at: Date,
  heldFor: number,
): Promise<boolean> {
  const { rowCount } = await withShop(shop, (tx) =>
    tx.$client.query(
      `UPDATE ledger_open SET attempted_at = $4, not_before = clock_timestamp() + make_interval(secs => $5)
        WHERE shop = $1 AND posting_id = $2 AND attempts = $3 AND state = 'PENDING'`,
      [shop, id, attempt, at, heldFor / 1_000],
    ),
  );
  return rowCount === 1;
}

/** Postpones the next lookup of a posting whose outcome is unknown. */
export async function postponeLookup(shop: string, { id, attempt }: ClaimedPosting, at: Date): Promise<void> {
  await withShop(shop, (tx) =>
    tx.$client.query(
      "UPDATE ledger_open SET not_before = $4 WHERE shop = $1 AND posting_id = $2 AND attempts = $3",
      [shop, id, attempt, at],
    ),
  );
}
