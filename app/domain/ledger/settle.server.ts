import type pg from "pg";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { CONTRA_ACCOUNT_OF, CUSTOMER_ACCOUNT } from "./posting";

/** What Shopify said of a transaction. */
export interface Confirmation {
  transactionId: string;
  at: Date;
  balanceAfterCents: number | null;
}

/** The other side's account, as SQL over `type`. */
export const CONTRA = `CASE type ${Object.entries(CONTRA_ACCOUNT_OF)
  .map(([type, account]) => `WHEN '${type}' THEN '${account}'`)
  .join(" ")} END`;

/**
 * A posting took place: both entries are written, the balance follows, what a debit held is free again.
 * @returns false when it was at its end already: nothing happens then
 */
export async function confirm(
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  { transactionId, at, balanceAfterCents }: Confirmation,
): Promise<boolean> {
  const { rows } = await tx.$client.query<ClosedAndMoved>(
    `WITH closed AS (DELETE FROM ledger_open WHERE shop = $1 AND posting_id = $2 RETURNING posting_id),
     told AS (
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
 * Whether a posting was ended by a statement that also had to move its account.
 * @throws when the account was not there: it got another number, because its customer was erased just while this waited. Nothing
 *   stands then; whoever takes the posting up again finds it under that number
 */
function wasClosed(said: ClosedAndMoved | undefined): boolean {
  if (said?.isClosed && !said.isMoved) throw conflict("The customer's data were erased at this moment.");
  return said?.isClosed ?? false;
}

/** Writes both entries of `posting` in one statement, at $4 of shop $1: together they sum to zero. */
export const BOOK = `
       INSERT INTO ledger_entries (shop, posting_id, account, customer_id, amount_cents, at)
       SELECT $1, id, side.account, customer_id, side.amount_cents, $4::timestamptz
         FROM posting, LATERAL (VALUES ('${CUSTOMER_ACCOUNT}', amount_cents), (${CONTRA}, -amount_cents)) AS side (account, amount_cents)`;

/**
 * A posting did not take place and never will: what it held is free again.
 * @param problem a sentence: why
 * @returns false when it was at its end already
 */
export const fail = (
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  problem: string,
): Promise<boolean> => end(tx, shop, postingId, problem, "");

/**
 * The same for a posting that certainly is not at Shopify, and now never will be: nobody can send it any more.
 * @returns false when it was sent, or is at its end: nothing happens then
 */
export const failUnsent = (
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  problem: string,
): Promise<boolean> => end(tx, shop, postingId, problem, `AND ${IS_UNSENT}`);

/**
 * True for a posting of `ledger_open AS open` that certainly is not at Shopify: `noteAttempt` writes down each sending before it
 * happens.
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
    `WITH closed AS (DELETE FROM ledger_open AS open WHERE shop = $1 AND posting_id = $2 ${condition} RETURNING posting_id),
     told AS (
       INSERT INTO ledger_outcomes (shop, posting_id, state, problem) SELECT $1, posting_id, 'FAILED', $3 FROM closed),
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
 * Fails all postings of a customer that certainly are not at Shopify: nobody can send them any more, what they held is free.
 * @param problem a sentence: why
 */
export async function endNeverSent(
  client: pg.ClientBase,
  shop: string,
  customerId: number,
  problem: string,
): Promise<void> {
  await client.query(
    `WITH closed AS (
       DELETE FROM ledger_open AS open WHERE shop = $1 AND customer_id = $2 AND ${IS_UNSENT} RETURNING posting_id),
     told AS (
       INSERT INTO ledger_outcomes (shop, posting_id, state, problem) SELECT $1, posting_id, 'FAILED', $3 FROM closed),
     freed AS (
       SELECT sum(greatest(0, -amount_cents)) AS cents FROM ledger_postings JOIN closed ON id = posting_id WHERE shop = $1)
     UPDATE credit_accounts SET held_cents = held_cents - coalesce(freed.cents, 0)
       FROM freed WHERE shop = $1 AND customer_id = $2`,
    [shop, customerId, problem],
  );
}

/**
 * A posting was sent, and nobody knows what became of it.
 * @param notBefore when Shopify is to be asked about it
 * @param attempt only for whoever took it up that many times, so that somebody who has lost it changes nothing
 */
export async function markUnknown(
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  problem: string,
  notBefore: Date,
  attempt?: number,
): Promise<void> {
  await reopen(tx, shop, postingId, { state: "UNKNOWN", problem, notBefore, attempt });
}

/** A posting certainly did not take place at Shopify: it waits for another attempt. @param attempt as of `markUnknown` */
export async function putBack(
  tx: ShopTransaction,
  shop: string,
  postingId: string,
  problem: string,
  notBefore: Date,
  attempt?: number,
): Promise<void> {
  await reopen(tx, shop, postingId, { state: "PENDING", problem, notBefore, attempt });
}

async function reopen(
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
