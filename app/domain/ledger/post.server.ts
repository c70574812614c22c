import { randomUUID } from "node:crypto";
import { LOCK_CUSTOMERS_SQL } from "~/domain/customers/read-tags.server";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { FEW_LIMIT } from "./dispatch/claim-postings.server";
import { MAX_REFERENCE_LENGTH, maxBalanceCents, maxCents, type PostingType, SIGN_OF } from "./posting";
import { notifyDispatcher } from "./publish-credits-changed.server";

/** A change of one customer's credit. */
export interface NewPosting {
  customerId: number;
  type: Extract<PostingType, "Credit" | "Adjustment">;
  /** Above zero, whatever the type. */
  amountCents: Cents;
  reference: string;
  /** When a credit expires. */
  expiresAt?: Date;
  /** The posting that this one reverses. */
  reversesId?: string;
}

/** Who requests postings, and the request that they belong to. */
export interface PostingContext {
  by: Pick<Administrator, "id" | "name" | "email">;
  /** The stored key that `withIdempotencyKey` passes to its work. */
  operationKey: string;
  now: Date;
}

/** The result for one customer: a pending posting, or the reason for the refusal. */
export type PostingResult =
  | { customerId: number; postingId: string; problem: null }
  | { customerId: number; postingId: null; problem: string };

export const NO_SUCH_CUSTOMER = "The store has no such customer.";
export const NOT_ENOUGH_CREDIT = "The customer doesn't have that much credit.";
export const tooMuchCredit = (limit: string): string =>
  `The customer would have more than ${limit}, which is Shopify's limit.`;

/**
 * Records postings as PENDING in the caller's transaction, and holds what debits take. A refused posting doesn't affect the others.
 * `dispatchPostings` sends them to Shopify after the transaction commits.
 * @param postings at most one for each customer
 * @returns in the order of `postings`
 * @throws when an amount isn't a valid number of cents above zero, or a customer is named twice: the caller checks its input
 */
export async function post(
  tx: ShopTransaction,
  shop: string,
  postings: readonly NewPosting[],
  posting: PostingContext,
): Promise<PostingResult[]> {
  assertValid(postings);
  const ids = postings.map(({ customerId }) => customerId);
  const accountIds = await openAccounts(tx, shop, ids);
  const debits = postings.filter(({ type, customerId }) => SIGN_OF[type] < 0 && accountIds.has(customerId));
  const held = await holdDebits(tx, shop, debits);
  const overLimit = await findOverLimit(
    tx,
    shop,
    postings.filter(({ type, customerId }) => SIGN_OF[type] > 0 && accountIds.has(customerId)),
  );
  const problemOf = ({ type, customerId }: NewPosting): string | undefined => {
    if (!accountIds.has(customerId)) return NO_SUCH_CUSTOMER;
    return SIGN_OF[type] > 0
      ? overLimit.get(customerId)
      : held.has(customerId)
        ? undefined
        : NOT_ENOUGH_CREDIT;
  };
  const problems = new Map(postings.map((each) => [each.customerId, problemOf(each)]));
  const accepted = new Map<number, string>();
  for (const { customerId } of postings)
    if (!problems.get(customerId)) accepted.set(customerId, randomUUID());
  await insertPostings(tx, shop, postings, accepted, posting);
  return postings.map(({ customerId }) => {
    const problem = problems.get(customerId);
    return problem
      ? { customerId, postingId: null, problem }
      : { customerId, postingId: accepted.get(customerId) ?? "", problem: null };
  });
}

/** Credits after which a customer would have more than Shopify allows, pending credits included. @returns the problem by customer */
export async function findOverLimit(
  tx: ShopTransaction,
  shop: string,
  credits: readonly Pick<NewPosting, "customerId" | "amountCents">[],
): Promise<Map<number, string>> {
  if (credits.length === 0) return new Map();
  const { rows } = await tx.$client.query<{ id: string; currency: string; after: string }>(
    `SELECT account.customer_id AS id, currency,
            balance_cents + wanted.cents + coalesce((
              SELECT sum(amount_cents) FROM ledger_open AS open
                JOIN ledger_postings AS posting ON posting.shop = $1 AND posting.id = open.posting_id
               WHERE open.shop = $1 AND open.customer_id = account.customer_id AND amount_cents > 0), 0) AS after
       FROM unnest($2::bigint[], $3::bigint[]) AS wanted (customer_id, cents)
       JOIN credit_accounts AS account ON account.shop = $1 AND account.customer_id = wanted.customer_id`,
    [shop, credits.map(({ customerId }) => customerId), credits.map(({ amountCents }) => amountCents)],
  );
  return new Map(
    rows.flatMap(({ id, currency, after }) => {
      const most = maxBalanceCents(currency);
      return most !== null && Number(after) > most
        ? [[Number(id), tooMuchCredit(formatMoney(most, currency))]]
        : [];
    }),
  );
}

/** The largest amount in a currency with three decimals. The caller checks the limit of the shop's own currency. */
const MAX_CENTS = maxCents("KWD");

function assertValid(postings: readonly NewPosting[]): void {
  const seen = new Set<number>();
  for (const { customerId, amountCents, reference } of postings) {
    if (!Number.isSafeInteger(amountCents) || amountCents <= 0 || amountCents > MAX_CENTS)
      throw new Error(`${amountCents} isn't an amount of cents that can be posted.`);
    if (reference.length > MAX_REFERENCE_LENGTH) throw new Error("The reference is too long.");
    if (seen.has(customerId)) throw new Error(`Customer ${customerId} is named twice.`);
    seen.add(customerId);
  }
}

/**
 * Opens the accounts of customers who have none yet. An erasure of the returned customers waits until the transaction ends.
 * @returns the customers that have an account now, without erased ones
 */
export async function openAccounts(tx: ShopTransaction, shop: string, ids: number[]): Promise<Set<number>> {
  const accountIds = await findAccountIds(tx, shop, ids);
  const others = ids.filter((id) => !accountIds.has(id));
  if (others.length === 0) return accountIds;
  await tx.$client.query(
    `INSERT INTO credit_accounts (shop, customer_id, currency, name, email)
     SELECT shops.shop, customer.id, shops.currency, customer.name, customer.email
       FROM (${LOCK_CUSTOMERS_SQL}) AS customer JOIN shops ON shops.shop = $1
      WHERE NOT EXISTS (SELECT 1 FROM credit_accounts AS existing WHERE existing.shop = $1 AND existing.customer_id = customer.id)
      ORDER BY customer.id
     ON CONFLICT DO NOTHING`,
    [shop, others],
  );
  // A concurrent transaction may have opened some of them.
  return new Set([...accountIds, ...(await findAccountIds(tx, shop, others))]);
}

async function findAccountIds(tx: ShopTransaction, shop: string, ids: number[]): Promise<Set<number>> {
  const { rows } = await tx.$client.query<{ id: string }>({
    name: "credit-accounts-of",
    text: `SELECT customer_id AS id FROM credit_accounts
            WHERE shop = $1 AND customer_id = ANY($2::bigint[]) AND customer_id > 0 ORDER BY customer_id FOR KEY SHARE`,
    values: [shop, ids],
  });
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Holds what debits take if the balance covers it. @returns the customers whose balance does */
async function holdDebits(
  tx: ShopTransaction,
  shop: string,
  debits: readonly NewPosting[],
): Promise<Set<number>> {
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
 * Locks customers' accounts until the transaction ends, always in the same order, so that concurrent requests can't deadlock. It
 * doesn't conflict with the shared lock of `openAccounts`.
 */
export async function lockAccounts(tx: ShopTransaction, shop: string, customerIds: readonly number[]) {
  await tx.$client.query(
    "SELECT 1 FROM credit_accounts WHERE shop = $1 AND customer_id = ANY($2::bigint[]) ORDER BY customer_id FOR NO KEY UPDATE",
    [shop, customerIds],
  );
}

/**
 * Prepares calling `post` several times in one transaction: opens all accounts and locks the debited ones in the order of
 * `lockAccounts`. Locked batch by batch in the caller's order, two transactions could deadlock.
 * @param debited the customers that adjustments debit
 */
export async function prepareAccounts(
  tx: ShopTransaction,
  shop: string,
  customerIds: number[],
  debited: readonly number[],
): Promise<void> {
  await openAccounts(tx, shop, customerIds);
  await lockAccounts(tx, shop, debited);
}

async function insertPostings(
  tx: ShopTransaction,
  shop: string,
  postings: readonly NewPosting[],
  accepted: ReadonlyMap<number, string>,
  { by, operationKey, now }: PostingContext,
): Promise<void> {
  const acceptedPostings = postings.filter(({ customerId }) => accepted.has(customerId));
  if (acceptedPostings.length === 0) return;
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
      acceptedPostings.map(({ customerId }) => accepted.get(customerId)),
      acceptedPostings.map(({ customerId }) => customerId),
      acceptedPostings.map(({ type }) => type),
      acceptedPostings.map(({ type, amountCents }) => SIGN_OF[type] * amountCents),
      acceptedPostings.map(({ reference }) => reference),
      acceptedPostings.map(({ expiresAt }) => expiresAt ?? null),
      acceptedPostings.map(({ reversesId }) => reversesId ?? null),
    ],
  });
  notifyDispatcher(tx, shop, acceptedPostings.length > FEW_LIMIT ? "request" : "click");
}
