import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { utcIsoDate } from "~/platform/dates/iso-date";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import {
  type Cents,
  centsFromDatabase,
  NO_CENTS,
  negateCents,
  subtractCents,
  sumCents,
} from "~/platform/money/cents";
import { parseMoney } from "~/platform/money/decimal";
import { closeShopifyDifferences, recordDifferences } from "../differences.server";
import { lockAccounts } from "../post.server";
import { recordExternalTransaction, toExternalTransaction } from "./external-transaction.server";
import {
  centsOfTransaction,
  readShopifyAccount,
  type ShopifyAccount,
  transactionKey,
} from "./read-shopify-account.server";

/** A transaction may become readable after a later one, so this much is read again (milliseconds). */
const OVERLAP_MS = 5 * 60_000;

/** What reconciling needs. */
export interface ReconcileTools {
  shop: string;
  adminApi: AdminApi;
  call: CallOptions;
}

/** `busy`: a posting of the customer was in flight, so the account can't be compared now. */
export type ReconcileResult =
  | { state: "busy" }
  | { state: "compared"; recorded: number; differenceCents: Cents };

/**
 * Compares a customer's account with Shopify's, records the transactions that the ledger lacks, and records the remaining difference.
 * @throws as the port
 */
export async function reconcileAccount(tools: ReconcileTools, customerId: number): Promise<ReconcileResult> {
  const { shop, adminApi, call } = tools;
  const stored = await readStoredAccount(shop, customerId);
  const since = stored.syncedThrough && new Date(stored.syncedThrough.getTime() - OVERLAP_MS);
  const read = await readShopifyAccount(adminApi, { ...stored, customerId }, since, call);
  return withShop(shop, async (tx) => {
    if (stored.syncedThrough === null) await lockFirstComparison(tx, shop, customerId);
    await lockAccounts(tx, shop, [customerId]);
    if (await isInFlight(tx, shop, customerId, stored.now)) return { state: "busy" };
    const erasedAs = await findPseudonym(tx, shop, read.transactions);
    if (erasedAs !== null && !(await hasAccount(tx, shop, customerId))) {
      const unknown = await withoutRecorded(tx, shop, read.transactions);
      const recorded = await recordForErased(tx, shop, erasedAs, unknown);
      return { state: "compared", recorded, differenceCents: NO_CENTS };
    }
    // The account continues one that was erased, so it gets no opening balance.
    const moved =
      erasedAs === null ? 0 : await moveToNewAccount(tx, shop, { pseudonym: erasedAs, customerId });
    const mayOpen = !read.isComplete && stored.syncedThrough === null && erasedAs === null;
    const recorded = moved + (await recordNew(tx, shop, customerId, read, mayOpen));
    const differenceCents = await recordComparison(tx, shop, customerId, read);
    return { state: "compared", recorded, differenceCents };
  });
}

interface StoredAccount {
  currency: string;
  accountId: string | null;
  syncedThrough: Date | null;
  /** The database's clock before Shopify is read. */
  now: Date;
}

async function readStoredAccount(shop: string, customerId: number): Promise<StoredAccount> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<StoredAccount>(
      `SELECT coalesce(account.currency, shops.currency) AS currency, shopify_account_id AS "accountId",
              synced_through AS "syncedThrough", clock_timestamp() AS now
         FROM shops LEFT JOIN credit_accounts AS account ON account.shop = $1 AND account.customer_id = $2
        WHERE shops.shop = $1`,
      [shop, customerId],
    ),
  );
  const [account] = rows;
  if (!account) throw new Error(`There is no shop ${shop}.`);
  return account;
}

/**
 * An account that isn't open yet has no row to lock. Without this lock, of two comparisons that read different transactions, one could
 * record a transaction that the other account's opening balance includes.
 */
async function lockFirstComparison(tx: ShopTransaction, shop: string, customerId: number): Promise<void> {
  await tx.$client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `first comparison ${shop} ${customerId}`,
  ]);
}

/**
 * True when Shopify's transactions can't be matched with the ledger's now: a posting of the customer is in flight or unknown, or was
 * confirmed after Shopify was read.
 */
async function isInFlight(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  since: Date,
): Promise<boolean> {
  const { rows } = await tx.$client.query(
    `SELECT 1 FROM ledger_open WHERE shop = $1 AND customer_id = $2 AND attempted_at IS NOT NULL
     UNION ALL
     (SELECT 1 FROM (SELECT id FROM ledger_postings WHERE shop = $1 AND customer_id = $2 ORDER BY number DESC LIMIT 100) AS late
        JOIN ledger_outcomes AS outcome ON outcome.shop = $1 AND outcome.posting_id = late.id
       WHERE outcome.state = 'CONFIRMED' AND outcome.at >= $3)
     LIMIT 1`,
    [shop, customerId, since],
  );
  return rows.length > 0;
}

async function hasAccount(tx: ShopTransaction, shop: string, customerId: number): Promise<boolean> {
  const { rows } = await tx.$client.query(
    "SELECT 1 FROM credit_accounts WHERE shop = $1 AND customer_id = $2",
    [shop, customerId],
  );
  return rows.length > 0;
}

/** @param mayOpen records the balance before the oldest transaction as an opening balance @returns how many were recorded */
async function recordNew(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  read: ShopifyAccount,
  mayOpen: boolean,
): Promise<number> {
  const unknown = await withoutRecorded(tx, shop, read.transactions);
  let recorded = 0;
  if (mayOpen && (await recordOpening(tx, shop, customerId, read, unknown))) recorded += 1;
  for (const transaction of unknown.toReversed())
    if (await recordExternalTransaction(tx, shop, toExternalTransaction(transaction, customerId)))
      recorded += 1;
  return recorded;
}

/**
 * Records an opening balance for an account with a longer history than is read: the difference between Shopify's balance at that
 * time and the ledger's.
 */
async function recordOpening(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  { accountId, transactions }: ShopifyAccount,
  unknown: ShopifyAccount["transactions"],
): Promise<boolean> {
  const oldest = transactions.at(-1);
  if (!oldest) return false;
  const { rows } = await tx.$client.query<{ balance: string }>(
    "SELECT balance_cents AS balance FROM credit_accounts WHERE shop = $1 AND customer_id = $2",
    [shop, customerId],
  );
  const isUnknown = new Set(unknown);
  const recorded = transactions.filter((transaction) => !isUnknown.has(transaction));
  const oursBefore = subtractCents(
    centsFromDatabase(rows[0]?.balance ?? 0),
    sumCents(recorded.map(centsOfTransaction)),
  );
  const theirsBefore = subtractCents(parseMoney(oldest.balanceAfterTransaction), centsOfTransaction(oldest));
  if (theirsBefore === oursBefore) return false;
  return recordExternalTransaction(tx, shop, {
    customerId,
    type: "Opening",
    amountCents: subtractCents(theirsBefore, oursBefore),
    at: new Date(oldest.createdAt),
    reference: "Balance before this ledger",
    transactionId: `${accountId} opened`,
    balanceAfterCents: theirsBefore,
  });
}

async function withoutRecorded(
  tx: ShopTransaction,
  shop: string,
  transactions: ShopifyAccount["transactions"],
): Promise<ShopifyAccount["transactions"]> {
  const { rows } = await tx.$client.query<{ id: string }>(
    "SELECT transaction_id AS id FROM ledger_outcomes WHERE shop = $1 AND transaction_id = ANY($2::text[])",
    [shop, transactions.map(transactionKey)],
  );
  const recordedIds = new Set(rows.map(({ id }) => id));
  return transactions.filter((transaction) => !recordedIds.has(transactionKey(transaction)));
}

/** @returns the ledger's balance minus Shopify's */
async function recordComparison(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  { accountId, balanceCents, transactions }: ShopifyAccount,
): Promise<Cents> {
  const newest = transactions[0]?.createdAt;
  const { rows } = await tx.$client.query<{ balance: string }>(
    `UPDATE credit_accounts
        SET shopify_account_id = coalesce($3, shopify_account_id), shopify_balance_cents = $4, compared_at = clock_timestamp(),
            synced_through = greatest(synced_through, $5::timestamptz)
      WHERE shop = $1 AND customer_id = $2 RETURNING balance_cents AS balance`,
    [shop, customerId, accountId, balanceCents, newest ?? null],
  );
  const [account] = rows;
  if (!account) return NO_CENTS;
  const ours = centsFromDatabase(account.balance);
  if (ours === balanceCents) await closeShopifyDifferences(tx, shop, [customerId]);
  else {
    const difference = { kind: "shopify" as const, customerId, postingId: null };
    const what = await describeMismatch(tx, shop, customerId, { ours, theirs: balanceCents, transactions });
    await recordDifferences(tx, shop, [{ ...difference, oursCents: ours, theirsCents: balanceCents, what }]);
  }
  return subtractCents(ours, balanceCents);
}

/** Names what the ledger has and Shopify doesn't. The opposite was recorded before. */
async function describeMismatch(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  {
    ours,
    theirs,
    transactions,
  }: { ours: number; theirs: number; transactions: ShopifyAccount["transactions"] },
): Promise<string> {
  const oldest = transactions.at(-1)?.createdAt ?? new Date(0).toISOString();
  const { rows } = await tx.$client.query<{ type: string; reference: string; at: Date }>(
    `SELECT type, reference, posting.at
       FROM ledger_postings AS posting
       JOIN ledger_outcomes AS outcome ON outcome.shop = $1 AND outcome.posting_id = posting.id AND outcome.state = 'CONFIRMED'
      WHERE posting.shop = $1 AND posting.customer_id = $2 AND posting.at >= $3 AND NOT outcome.transaction_id = ANY($4::text[])
      ORDER BY posting.number LIMIT 3`,
    [shop, customerId, oldest, transactions.map(transactionKey)],
  );
  const side = ours > theirs ? "The ledger has more than Shopify" : "Shopify has more than the ledger";
  const named = rows.map(({ type, reference, at }) => `${type} "${reference}" of ${utcIsoDate(at)}`);
  return named.length > 0
    ? `${side}. Shopify doesn't have: ${named.join(", ")}.`
    : `${side}, and the ledger has every transaction that Shopify has.`;
}

/**
 * The latest pseudonym under which the ledger has these transactions of an erased customer. Shopify may keep the account after the
 * erasure. Null for all other customers.
 */
async function findPseudonym(
  tx: ShopTransaction,
  shop: string,
  transactions: ShopifyAccount["transactions"],
): Promise<number | null> {
  const { rows } = await tx.$client.query<{ id: string }>(
    `SELECT customer_id AS id FROM ledger_outcomes AS outcome
       JOIN ledger_postings AS posting ON posting.shop = $1 AND posting.id = outcome.posting_id
      WHERE outcome.shop = $1 AND outcome.transaction_id = ANY($2::text[]) AND posting.customer_id < 0
      ORDER BY customer_id LIMIT 1`,
    [shop, transactions.map(transactionKey)],
  );
  return rows[0] ? Number(rows[0].id) : null;
}

/**
 * Records an erased customer's new transactions under their pseudonym, without a new account and without order names.
 * @param unknown transactions that the ledger lacks, newest first
 * @returns how many were recorded
 */
async function recordForErased(
  tx: ShopTransaction,
  shop: string,
  pseudonym: number,
  unknown: ShopifyAccount["transactions"],
): Promise<number> {
  await lockAccounts(tx, shop, [pseudonym]);
  let recorded = 0;
  for (const transaction of unknown.toReversed()) {
    const { orderId, orderName, ...external } = toExternalTransaction(transaction, pseudonym);
    const reference = orderId || orderName ? external.type : external.reference;
    if (await recordExternalTransaction(tx, shop, { ...external, reference })) recorded += 1;
  }
  return recorded;
}

/**
 * Moves the balance of an erased customer, who has credit again, from the pseudonym to the new account. Shopify continued the old
 * account, so without this the balance would be owed twice.
 * @returns the number of postings
 */
async function moveToNewAccount(
  tx: ShopTransaction,
  shop: string,
  { pseudonym, customerId }: { pseudonym: number; customerId: number },
): Promise<number> {
  await lockAccounts(tx, shop, [pseudonym]);
  const { rows } = await tx.$client.query<{ cents: string; now: Date }>(
    `SELECT balance_cents AS cents, clock_timestamp() AS now FROM credit_accounts
      WHERE shop = $1 AND customer_id = $2 AND balance_cents <> 0`,
    [shop, pseudonym],
  );
  const [left] = rows;
  if (!left) return 0;
  const amountCents = centsFromDatabase(left.cents);
  const opening = { type: "Opening", at: left.now, transactionId: null, balanceAfterCents: null } as const;
  const gone = {
    customerId: pseudonym,
    amountCents: negateCents(amountCents),
    reference: "Moved to a new account",
  };
  await recordExternalTransaction(tx, shop, { ...opening, ...gone });
  await recordExternalTransaction(tx, shop, {
    ...opening,
    customerId,
    amountCents,
    reference: "Balance kept by Shopify",
  });
  return 2;
}
