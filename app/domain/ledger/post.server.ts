import { randomUUID } from "node:crypto";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { wakeCarrier } from "./carry/wake.server";
import { MOST_CENTS, MOST_REFERENCE, type PostingType, SIGN_OF } from "./posting";

/** What is to happen to one customer's credit. */
export interface NewPosting {
  customerId: number;
  type: Extract<PostingType, "Credit" | "Adjustment">;
  /** Above zero, whatever the type. */
  amountCents: number;
  reference: string;
  /** When what a credit adds runs out. */
  expiresAt?: Date;
  /** The posting that this one takes back. */
  reversesId?: string;
}

/** Who asks for postings, and under which request. */
export interface Posting {
  by: Pick<Administrator, "id" | "name" | "email">;
  /** The key that `once` gave. */
  operationKey: string;
  now: Date;
}

/** What became of one: written down and on its way, or refused with a sentence. */
export type Posted =
  | { customerId: number; postingId: string; problem: null }
  | { customerId: number; postingId: null; problem: string };

export const NO_SUCH_CUSTOMER = "The store has no such customer.";
export const NOT_ENOUGH_CREDIT = "The customer does not have that much credit.";

/**
 * Writes postings down as PENDING, in the caller's transaction; what debits take is held from now on. One that cannot be is
 * answered with a sentence and leaves the others alone. Nothing reaches Shopify here: `carryPostings` does that, once the
 * transaction is committed.
 * @param postings at most one for each customer
 * @returns in the order of `postings`
 * @throws when an amount is no whole number of cents above zero, or a customer comes twice: the caller checks its input
 */
export async function post(
  tx: ShopTransaction,
  shop: string,
  postings: readonly NewPosting[],
  posting: Posting,
): Promise<Posted[]> {
  assertSound(postings);
  const ids = postings.map(({ customerId }) => customerId);
  const known = await openAccounts(tx, shop, ids);
  const debits = postings.filter(({ type, customerId }) => SIGN_OF[type] < 0 && known.has(customerId));
  const held = await hold(tx, shop, debits);
  const accepted = new Map<number, string>();
  for (const { type, customerId } of postings)
    if (known.has(customerId) && (SIGN_OF[type] > 0 || held.has(customerId)))
      accepted.set(customerId, randomUUID());
  await write(tx, shop, postings, accepted, posting);
  return postings.map(({ customerId }) => {
    const postingId = accepted.get(customerId);
    if (postingId) return { customerId, postingId, problem: null };
    return {
      customerId,
      postingId: null,
      problem: known.has(customerId) ? NOT_ENOUGH_CREDIT : NO_SUCH_CUSTOMER,
    };
  });
}

function assertSound(postings: readonly NewPosting[]): void {
  const seen = new Set<number>();
  for (const { customerId, amountCents, reference } of postings) {
    if (!Number.isSafeInteger(amountCents) || amountCents <= 0 || amountCents > MOST_CENTS)
      throw new Error(`${amountCents} is no amount of cents that can be posted.`);
    if (reference.length > MOST_REFERENCE) throw new Error("The reference is too long.");
    if (seen.has(customerId)) throw new Error(`Customer ${customerId} comes twice.`);
    seen.add(customerId);
  }
}

/**
 * Opens the accounts of customers who have none yet. Until the transaction ends nobody is erased of whom it answers: erasing
 * waits, or has ended before, and then there is no such customer any more.
 * @returns whose there are now; nobody's whose data were erased
 */
export async function openAccounts(tx: ShopTransaction, shop: string, ids: number[]): Promise<Set<number>> {
  const known = await accountsOf(tx, shop, ids);
  const others = ids.filter((id) => !known.has(id));
  if (others.length === 0) return known;
  await tx.$client.query(
    `INSERT INTO credit_accounts (shop, customer_id, currency, name, email)
     SELECT customers.shop, customers.id, shops.currency, customers.display_name, customers.email
       FROM customers JOIN shops USING (shop)
      WHERE shop = $1 AND id = ANY($2::bigint[])
        AND NOT EXISTS (SELECT 1 FROM credit_accounts AS known WHERE known.shop = $1 AND known.customer_id = customers.id)
      ORDER BY id FOR KEY SHARE OF customers
     ON CONFLICT DO NOTHING`,
    [shop, others],
  );
  // Asked again: somebody else may have opened some of them meanwhile.
  return new Set([...known, ...(await accountsOf(tx, shop, others))]);
}

async function accountsOf(tx: ShopTransaction, shop: string, ids: number[]): Promise<Set<number>> {
  const { rows } = await tx.$client.query<{ id: string }>({
    name: "credit-accounts-of",
    text: `SELECT customer_id AS id FROM credit_accounts
            WHERE shop = $1 AND customer_id = ANY($2::bigint[]) AND customer_id > 0 ORDER BY customer_id FOR KEY SHARE`,
    values: [shop, ids],
  });
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Holds what debits take, where there is as much. @returns whose could be */
async function hold(tx: ShopTransaction, shop: string, debits: readonly NewPosting[]): Promise<Set<number>> {
  if (debits.length === 0) return new Set();
  const ids = debits.map(({ customerId }) => customerId);
  await lockAccounts(tx, shop, ids);
  const { rows } = await tx.$client.query<{ id: string }>(
    `UPDATE credit_accounts AS account SET held_cents = held_cents + wanted.cents
       FROM unnest($2::bigint[], $3::bigint[]) AS wanted (customer_id, cents)
      WHERE account.shop = $1 AND account.customer_id = wanted.customer_id AND balance_cents - held_cents >= wanted.cents
     RETURNING account.customer_id AS id`,
    [shop, ids, debits.map(({ amountCents }) => amountCents)],
  );
  return new Set(rows.map(({ id }) => Number(id)));
}

/**
 * Locks customers' accounts until the transaction ends, always in the same order: two requests about the same customers wait for
 * each other, and never in a circle. It does not stand against what `openAccounts` holds, which several may hold at once.
 */
export async function lockAccounts(tx: ShopTransaction, shop: string, customerIds: readonly number[]) {
  await tx.$client.query(
    "SELECT 1 FROM credit_accounts WHERE shop = $1 AND customer_id = ANY($2::bigint[]) ORDER BY customer_id FOR NO KEY UPDATE",
    [shop, customerIds],
  );
}

/**
 * Makes ready for calling `post` several times in one transaction: all accounts are opened and the debited ones locked at once,
 * in the order of `lockAccounts`. Batch after batch they would be in the caller's order, and two transactions about the same
 * customers could wait for each other for ever.
 * @param debited those of `customerIds` whom an adjustment takes from
 */
export async function readyAccounts(
  tx: ShopTransaction,
  shop: string,
  customerIds: number[],
  debited: readonly number[],
): Promise<void> {
  await openAccounts(tx, shop, customerIds);
  await lockAccounts(tx, shop, debited);
}

async function write(
  tx: ShopTransaction,
  shop: string,
  postings: readonly NewPosting[],
  accepted: ReadonlyMap<number, string>,
  { by, operationKey, now }: Posting,
): Promise<void> {
  const kept = postings.filter(({ customerId }) => accepted.has(customerId));
  if (kept.length === 0) return;
  await tx.$client.query({
    name: "write-postings",
    text: `WITH written AS (
       INSERT INTO ledger_postings (shop, id, at, customer_id, type, amount_cents, reference, expires_at, reverses_id,
              actor_id, actor_name, actor_email, operation_key)
       SELECT $1, id, $2, customer_id, type, amount_cents, reference, expires_at, reverses_id, $3, $4, $5, $6
         FROM unnest($7::uuid[], $8::bigint[], $9::text[], $10::bigint[], $11::text[], $12::timestamptz[], $13::uuid[])
           AS one (id, customer_id, type, amount_cents, reference, expires_at, reverses_id)
       RETURNING shop, id, number, customer_id)
     INSERT INTO ledger_open (shop, posting_id, number, customer_id)
     SELECT shop, id, number, customer_id FROM written`,
    values: [
      shop,
      now,
      by.id,
      by.name,
      by.email,
      operationKey,
      kept.map(({ customerId }) => accepted.get(customerId)),
      kept.map(({ customerId }) => customerId),
      kept.map(({ type }) => type),
      kept.map(({ type, amountCents }) => SIGN_OF[type] * amountCents),
      kept.map(({ reference }) => reference),
      kept.map(({ expiresAt }) => expiresAt ?? null),
      kept.map(({ reversesId }) => reversesId ?? null),
    ],
  });
  wakeCarrier(tx, shop);
}
