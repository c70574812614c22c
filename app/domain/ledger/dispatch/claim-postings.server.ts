import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";

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
}

/** The postings that a dispatcher claimed. */
export interface ClaimResult {
  postings: ClaimedPosting[];
  /** More than a few postings are open, so no person is waiting for a single one. */
  isRun: boolean;
  /** When the next one may be claimed. Null when none is open. */
  nextAt: Date | null;
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

/**
 * Claims the next open postings in order. Of each customer, it claims only the first one, and none while another one is in flight.
 */
export async function claimPostings(shop: string, most: number): Promise<ClaimResult> {
  return withShop(shop, async (tx) => {
    const next = await claimSome(tx, shop, most, NEXT_LIMIT);
    // If the first postings wait for each other, one further back may be ready.
    const others = next.length < most ? await claimSome(tx, shop, most - next.length, null) : [];
    return { postings: [...next, ...others], ...(await readBacklog(tx, shop)) };
  });
}

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
       SELECT posting_id FROM ledger_open WHERE shop = $1 AND not_before <= clock_timestamp()
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
       RETURNING open.posting_id, open.customer_id, open.number, open.attempts, open.attempted_at, open.state)
     SELECT posting.id, posting.customer_id AS "customerId", taken.customer_id AS "shopifyCustomerId", posting.amount_cents AS "amountCents", account.currency,
            posting.expires_at AS "expiresAt", taken.attempts AS attempt, taken.attempted_at AS "attemptedAt",
            taken.state = 'UNKNOWN' AS "isUnknown"
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
): Promise<Pick<ClaimResult, "isRun" | "nextAt">> {
  const { rows } = await tx.$client.query<{ isRun: boolean; nextAt: Date | null }>(
    `SELECT (SELECT count(*) FROM (SELECT 1 FROM ledger_open WHERE shop = $1 LIMIT ${FEW_LIMIT + 1}) AS few) > ${FEW_LIMIT} AS "isRun",
            (SELECT min(not_before) FROM ledger_open WHERE shop = $1) AS "nextAt"`,
    [shop],
  );
  return rows[0] ?? { isRun: false, nextAt: null };
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
