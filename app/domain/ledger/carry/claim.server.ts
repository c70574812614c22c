import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";

/** An open posting that a carrier has taken up. */
export interface ClaimedPosting {
  id: string;
  /** Whose it is in the ledger: below zero once the person's data were erased. */
  customerId: number;
  /** Shopify's number of the customer, which a posting that was sent keeps until its end. */
  storeCustomerId: number;
  /** Signed. */
  amountCents: number;
  currency: string;
  expiresAt: Date | null;
  /** How often it was taken up. Whoever took it up last has it: what an earlier one writes then has no effect. */
  attempt: number;
  /** When it was sent and nobody knows what came of it; null when it certainly is not at Shopify. */
  attemptedAt: Date | null;
  isUnknown: boolean;
}

/** What a carrier finds to do. */
export interface Claimed {
  postings: ClaimedPosting[];
  /** So many are open that they are a run, not somebody who waits for one. */
  isRun: boolean;
  /** When the next one may be taken up; null when none is open. */
  nextAt: Date | null;
}

/**
 * A claim lasts this long before anything is sent; sending sets it anew (milliseconds). Whoever waits longer for Shopify's rate
 * loses it, and sends nothing; the shorter it is, the sooner another carrier has what a dead one had taken up.
 */
export const CLAIM_MS = 10_000;

/** More open postings than this are a run. */
const A_FEW = 20;

/** So many that are next in turn are looked at first: whether each may be taken up costs a look at its customer's others. */
const NEXT_IN_TURN = 50;

/**
 * Takes up the next open postings, in order: of each customer only the first one, and none as long as another of theirs is
 * being carried.
 */
export async function claimPostings(shop: string, most: number): Promise<Claimed> {
  return withShop(shop, async (tx) => {
    const next = await take(tx, shop, most, NEXT_IN_TURN);
    // Where the first ones have to wait for each other, somebody further back may be ready.
    const others = next.length < most ? await take(tx, shop, most - next.length, null) : [];
    return { postings: [...next, ...others], ...(await outlook(tx, shop)) };
  });
}

/** @param among only of so many that are next in turn; of all when it is null */
async function take(
  tx: ShopTransaction,
  shop: string,
  most: number,
  among: number | null,
): Promise<ClaimedPosting[]> {
  const { rows } = await tx.$client.query<
    ClaimedPosting & { customerId: string; storeCustomerId: string; amountCents: string }
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
     SELECT posting.id, posting.customer_id AS "customerId", taken.customer_id AS "storeCustomerId", posting.amount_cents AS "amountCents", account.currency,
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
    storeCustomerId: Number(row.storeCustomerId),
    amountCents: Number(row.amountCents),
  }));
}

async function outlook(tx: ShopTransaction, shop: string): Promise<Pick<Claimed, "isRun" | "nextAt">> {
  const { rows } = await tx.$client.query<{ isRun: boolean; nextAt: Date | null }>(
    `SELECT (SELECT count(*) FROM (SELECT 1 FROM ledger_open WHERE shop = $1 LIMIT ${A_FEW + 1}) AS few) > ${A_FEW} AS "isRun",
            (SELECT min(not_before) FROM ledger_open WHERE shop = $1) AS "nextAt"`,
    [shop],
  );
  return rows[0] ?? { isRun: false, nextAt: null };
}

/**
 * Writes down, committed before it happens, that a posting is being sent: whoever finds it later without an end has to ask
 * Shopify.
 * @param heldFor how long nobody else may look at it (milliseconds)
 * @returns false when somebody else has it by now: then nothing may be sent
 */
export async function noteAttempt(
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

/** Puts off the next look at a posting whose outcome is still not known. */
export async function lookAgain(shop: string, { id, attempt }: ClaimedPosting, at: Date): Promise<void> {
  await withShop(shop, (tx) =>
    tx.$client.query(
      "UPDATE ledger_open SET not_before = $4 WHERE shop = $1 AND posting_id = $2 AND attempts = $3",
      [shop, id, attempt, at],
    ),
  );
}
