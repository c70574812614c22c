import type pg from "pg";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import { CONTRA_ACCOUNT_OF, CUSTOMER_ACCOUNT } from "./posting";

/** A transaction as Shopify confirmed it. */
export interface Confirmation {
  transactionId: string;
  at: Date;
  balanceAfterCents: Cents | null;
}

/** The other side's account, as SQL over `type`. */
export const CONTRA = `CASE type ${Object.entries(CONTRA_ACCOUNT_OF)
  .map(([type, account]) => `WHEN '${type}' THEN '${account}'`)
  .join(" ")} END`;

/**
 * Confirms a posting: writes both entries, updates the balance and releases what a debit held.
 * @returns false when it had ended before. Nothing changes then.
 */
export async function confirmPosting(
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  { transactionId, at, balanceAfterCents }: Confirmation,
): Promise<boolean> {
  const { rows } = await tx.$client.query<ClosedAndMoved>(
    `WITH closed AS (DELETE FROM ledger_open WHERE shop = $1 AND posting_id = $2 RETURNING posting_id),
     outcome AS (
       INSERT INTO ledger_outcomes (shop, posting_id, state, transaction_id, balance_after_cents)
       SELECT $1, posting_id, 'CONFIRMED', $3, $5 FROM closed),
     posting AS (
       SELECT id, customer_id, type, amount_cents FROM ledger_postings JOIN closed ON id = posting_id WHERE shop = $1),
     booked AS (${BOOK}),
     moved AS (
       UPDATE credit_accounts AS account
          SET balance_cents = balance_cents + posting.amount_cents,
              held_cents = held_cents - greatest(0, -posting.amount_cents)
         FROM posting WHERE account.shop = $1 AND account.customer_id = posting.customer_id RETURNING 1)
     ${CLOSED_AND_MOVED}`,
    [shop, postingId, transactionId, at, balanceAfterCents],
  );
  return wasClosed(rows[0]);
}

interface ClosedAndMoved {
  isClosed: boolean;
  isMoved: boolean;
}

const CLOSED_AND_MOVED = `SELECT EXISTS (SELECT 1 FROM closed) AS "isClosed", EXISTS (SELECT 1 FROM moved) AS "isMoved"`;

/**
 * Whether a statement closed the posting and updated its account.
 * @throws when the account got another id because its customer was erased in the meantime. The transaction rolls back, and the next
 *   attempt finds the posting under the new id.
 */
function wasClosed(result: ClosedAndMoved | undefined): boolean {
  if (result?.isClosed && !result.isMoved) throw conflict("The customer's data were erased at this moment.");
  return result?.isClosed ?? false;
}

/** Writes both entries of `posting` in one statement, at $4 of shop $1: together they sum to zero. */
export const BOOK = `
       INSERT INTO ledger_entries (shop, posting_id, account, customer_id, amount_cents, at)
       SELECT $1, id, side.account, customer_id, side.amount_cents, $4::timestamptz
         FROM posting, LATERAL (VALUES ('${CUSTOMER_ACCOUNT}', amount_cents), (${CONTRA}, -amount_cents)) AS side (account, amount_cents)`;

/**
 * Fails a posting and releases what it held.
 * @param problem why, as a sentence
 * @returns false when it had ended before
 */
export const failPosting = (
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  problem: string,
): Promise<boolean> => end(tx, shop, postingId, problem, "");

/**
 * Fails a posting that was certainly not sent. It can no longer be sent.
 * @returns false when it was sent, has ended, or waits for a decision whether it is paid already. Nothing changes then.
 */
export const failUnsentPosting = (
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  problem: string,
): Promise<boolean> =>
  end(tx, shop, postingId, problem, `AND ${IS_UNSENT} AND possible_duplicate_of IS NULL`);

/**
 * Fails a posting that a person recognized in a transaction that Shopify has, so that it isn't made again.
 * @param problem the decision, as a sentence
 * @returns false when it isn't held as a possible duplicate
 */
export const failDuplicate = (
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  problem: string,
): Promise<boolean> => end(tx, shop, postingId, problem, "AND possible_duplicate_of IS NOT NULL");

/**
 * True for a posting of `ledger_open AS open` that was certainly not sent: `recordAttempt` records each attempt before it is made.
 */
export const IS_UNSENT = "open.state = 'PENDING' AND open.attempted_at IS NULL";

async function end(
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  problem: string,
  condition: string,
): Promise<boolean> {
  const { rows } = await tx.$client.query<ClosedAndMoved>(
    `WITH closed AS (DELETE FROM ledger_open AS open WHERE shop = $1 AND posting_id = $2 ${condition} RETURNING posting_id, possible_duplicate_of),
     outcome AS (
       INSERT INTO ledger_outcomes (shop, posting_id, state, problem, duplicate_of)
       SELECT $1, posting_id, 'FAILED', $3, possible_duplicate_of FROM closed),
     posting AS (
       SELECT customer_id, amount_cents FROM ledger_postings JOIN closed ON id = posting_id WHERE shop = $1),
     moved AS (
       UPDATE credit_accounts AS account SET held_cents = held_cents - greatest(0, -posting.amount_cents)
         FROM posting WHERE account.shop = $1 AND account.customer_id = posting.customer_id RETURNING 1)
     ${CLOSED_AND_MOVED}`,
    [shop, postingId, problem],
  );
  return wasClosed(rows[0]);
}

/**
 * Fails all postings of a customer that were certainly not sent, and releases what they held.
 * @param problem why, as a sentence
 */
export async function failUnsentPostingsOf(
  client: pg.ClientBase,
  shop: string,
  customerId: number,
  problem: string,
): Promise<void> {
  await client.query(
    `WITH closed AS (
       DELETE FROM ledger_open AS open WHERE shop = $1 AND customer_id = $2 AND ${IS_UNSENT} RETURNING posting_id),
     outcome AS (
       INSERT INTO ledger_outcomes (shop, posting_id, state, problem) SELECT $1, posting_id, 'FAILED', $3 FROM closed),
     freed AS (
       SELECT sum(greatest(0, -amount_cents)) AS cents FROM ledger_postings JOIN closed ON id = posting_id WHERE shop = $1)
     UPDATE credit_accounts SET held_cents = held_cents - coalesce(freed.cents, 0)
       FROM freed WHERE shop = $1 AND customer_id = $2`,
    [shop, customerId, problem],
  );
}

/**
 * Records that a posting was sent and its outcome is unknown.
 * @param notBefore when to look it up at Shopify
 * @param attempt changes the posting only if this is its latest claim
 */
export async function markUnknown(
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  problem: string,
  notBefore: Date,
  attempt?: number,
): Promise<void> {
  await setOpenState(tx, shop, postingId, { state: "UNKNOWN", problem, notBefore, attempt });
}

/** Requeues a posting that Shopify certainly didn't make. @param attempt as for `markUnknown` */
export async function requeuePosting(
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  problem: string,
  notBefore: Date,
  attempt?: number,
): Promise<void> {
  await setOpenState(tx, shop, postingId, { state: "PENDING", problem, notBefore, attempt });
}

async function setOpenState(
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  to: { state: "PENDING" | "UNKNOWN"; problem: string; notBefore: Date; attempt?: number },
): Promise<void> {
  await tx.$client.query(
    `WITH open AS (
       UPDATE ledger_open SET state = $3, problem = $4, not_before = $5,
              attempted_at = CASE WHEN $3 = 'UNKNOWN' THEN attempted_at END
        WHERE shop = $1 AND posting_id = $2 AND attempts = coalesce($6, attempts) RETURNING posting_id)
     INSERT INTO ledger_outcomes (shop, posting_id, state, problem) SELECT $1, posting_id, $3, $4 FROM open`,
    [shop, postingId, to.state, to.problem, to.notBefore, to.attempt ?? null],
  );
}

/** A posting that was canceled. */
export interface CanceledPosting {
  customerId: number;
  /** Signed. */
  amountCents: Cents;
}

/**
 * Cancels a posting that waits and was certainly not sent: it fails and releases what it held. If a dispatcher is about to send
 * it, only the first of the two has an effect.
 * @param why a sentence that becomes the posting's problem
 * @throws 404 for an unknown one, 409 for one that has ended, was sent, or may already be paid
 */
export async function cancelPosting(
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  why: string,
): Promise<CanceledPosting> {
  const { rows } = await tx.$client.query<{
    customerId: string;
    amountCents: string;
    isOpen: boolean;
    isHeld: boolean;
  }>(
    `SELECT posting.customer_id AS "customerId", amount_cents AS "amountCents", open.posting_id IS NOT NULL AS "isOpen",
            open.possible_duplicate_of IS NOT NULL AS "isHeld"
       FROM ledger_postings AS posting
       LEFT JOIN ledger_open AS open ON open.shop = posting.shop AND open.posting_id = posting.id
      WHERE posting.shop = $1 AND posting.id = $2`,
    [shop, postingId],
  );
  const [found] = rows;
  if (!found) throw notFound("There is no such transaction.");
  if (!(await failUnsentPosting(tx, shop, postingId, why)))
    throw conflict(found.isHeld ? IS_HELD : found.isOpen ? WAS_SENT : HAS_ENDED);
  return { customerId: Number(found.customerId), amountCents: centsFromDatabase(found.amountCents) };
}

const IS_HELD =
  "This transaction may already be paid. Decide on it under May already be paid, on the Credits page.";
const WAS_SENT =
  "This transaction was sent to Shopify, and its outcome is being looked up. It can't be canceled.";
const HAS_ENDED = "This transaction has already ended. There is nothing to cancel.";
