import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { centsOf } from "~/platform/money";
import { lockAccounts } from "../post.server";
import { endShopifyDifferences, noteDifferences } from "../proof/differences.server";
import { takeIn } from "../told.server";
import { carryOver, pseudonymOf, takeInErased } from "./erased.server";
import { centsOfTransaction, type ReadAccount, readAccount, transactionKey } from "./read-account.server";
import { toldBy } from "./told-transaction.server";

/** A transaction may become readable a little later than one that was made after it: so much is read again (milliseconds). */
const READ_AGAIN_MS = 5 * 60_000;

/** What comparing needs from around it. */
export interface ComparingTools {
  shop: string;
  adminApi: AdminApi;
  call: CallOptions;
}

/** What came of it. `busy`: a posting of the customer's was on its way, so nothing can be said now. */
export type Compared = { state: "busy" } | { state: "compared"; takenIn: number; differenceCents: number };

/**
 * Compares a customer's account with Shopify's: takes in what the ledger has not heard of, and writes down what still does not
 * agree then.
 * @throws as the port
 */
export async function compareAccount(tools: ComparingTools, customerId: number): Promise<Compared> {
  const { shop, adminApi, call } = tools;
  const known = await readKnown(shop, customerId);
  const since = known.toldThrough && new Date(known.toldThrough.getTime() - READ_AGAIN_MS);
  const read = await readAccount(adminApi, { ...known, customerId }, since, call);
  return withShop(shop, async (tx) => {
    await lockAccounts(tx, shop, [customerId]);
    if (await wasMoving(tx, shop, customerId, known.now)) return { state: "busy" };
    const erasedAs = await pseudonymOf(tx, shop, read.transactions);
    if (erasedAs !== null && !(await hasAccount(tx, shop, customerId))) {
      const unknown = await withoutKnown(tx, shop, read.transactions);
      const takenIn = await takeInErased(tx, shop, erasedAs, unknown);
      return { state: "compared", takenIn, differenceCents: 0 };
    }
    // An account that was begun under another number is not begun again: it goes on.
    const carriedOver =
      erasedAs === null ? 0 : await carryOver(tx, shop, { pseudonym: erasedAs, customerId });
    const mayOpen = !read.isWhole && known.toldThrough === null && erasedAs === null;
    const takenIn = carriedOver + (await takeInUnknown(tx, shop, customerId, read, mayOpen));
    const differenceCents = await noteCompared(tx, shop, customerId, read);
    return { state: "compared", takenIn, differenceCents };
  });
}

interface Known {
  currency: string;
  accountId: string | null;
  toldThrough: Date | null;
  /** The database's clock before Shopify is asked. */
  now: Date;
}

async function readKnown(shop: string, customerId: number): Promise<Known> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<Known>(
      `SELECT coalesce(account.currency, shops.currency) AS currency, shopify_account_id AS "accountId",
              told_through AS "toldThrough", clock_timestamp() AS now
         FROM shops LEFT JOIN credit_accounts AS account ON account.shop = $1 AND account.customer_id = $2
        WHERE shops.shop = $1`,
      [shop, customerId],
    ),
  );
  const [known] = rows;
  if (!known) throw new Error(`There is no shop ${shop}.`);
  return known;
}

/**
 * True while what Shopify showed cannot be told from what is ours: a posting of the customer's is on its way or of unknown
 * outcome, or something was confirmed since Shopify was asked.
 */
async function wasMoving(
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

/** @param mayOpen whether what went before the oldest transaction is to be taken in as an opening balance @returns how many were */
async function takeInUnknown(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  read: ReadAccount,
  mayOpen: boolean,
): Promise<number> {
  const unknown = await withoutKnown(tx, shop, read.transactions);
  let takenIn = 0;
  if (mayOpen && (await takeInOpening(tx, shop, customerId, read, unknown))) takenIn += 1;
  for (const transaction of unknown.toReversed())
    if (await takeIn(tx, shop, toldBy(transaction, customerId))) takenIn += 1;
  return takenIn;
}

/**
 * An account with a longer history than is read begins with what it held before: as much as Shopify's balance was then more
 * than the ledger's.
 */
async function takeInOpening(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  { accountId, transactions }: ReadAccount,
  unknown: ReadAccount["transactions"],
): Promise<boolean> {
  const oldest = transactions.at(-1);
  if (!oldest) return false;
  const { rows } = await tx.$client.query<{ balance: string }>(
    "SELECT balance_cents AS balance FROM credit_accounts WHERE shop = $1 AND customer_id = $2",
    [shop, customerId],
  );
  const isUnknown = new Set(unknown);
  const known = transactions.filter((transaction) => !isUnknown.has(transaction));
  const oursBefore =
    Number(rows[0]?.balance ?? 0) -
    known.reduce((sum, transaction) => sum + centsOfTransaction(transaction), 0);
  const theirsBefore = centsOf(oldest.balanceAfterTransaction.amount) - centsOfTransaction(oldest);
  if (theirsBefore === oursBefore) return false;
  return takeIn(tx, shop, {
    customerId,
    type: "Opening",
    amountCents: theirsBefore - oursBefore,
    at: new Date(oldest.createdAt),
    reference: "Balance before this ledger",
    transactionId: `${accountId} opened`,
    balanceAfterCents: theirsBefore,
  });
}

async function withoutKnown(
  tx: ShopTransaction,
  shop: string,
  transactions: ReadAccount["transactions"],
): Promise<ReadAccount["transactions"]> {
  const { rows } = await tx.$client.query<{ id: string }>(
    "SELECT transaction_id AS id FROM ledger_outcomes WHERE shop = $1 AND transaction_id = ANY($2::text[])",
    [shop, transactions.map(transactionKey)],
  );
  const known = new Set(rows.map(({ id }) => id));
  return transactions.filter((transaction) => !known.has(transactionKey(transaction)));
}

/** @returns by how many cents the two balances differ: the ledger's less Shopify's */
async function noteCompared(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  { accountId, balanceCents, transactions }: ReadAccount,
): Promise<number> {
  const newest = transactions[0]?.createdAt;
  const { rows } = await tx.$client.query<{ balance: string }>(
    `UPDATE credit_accounts
        SET shopify_account_id = coalesce($3, shopify_account_id), shopify_balance_cents = $4, compared_at = clock_timestamp(),
            told_through = greatest(told_through, $5::timestamptz)
      WHERE shop = $1 AND customer_id = $2 RETURNING balance_cents AS balance`,
    [shop, customerId, accountId, balanceCents, newest ?? null],
  );
  const [account] = rows;
  if (!account) return 0;
  const ours = Number(account.balance);
  if (ours === balanceCents) await endShopifyDifferences(tx, shop, [customerId]);
  else {
    const difference = { kind: "shopify" as const, customerId, postingId: null };
    const what = await whatIsMissing(tx, shop, customerId, { ours, theirs: balanceCents, transactions });
    await noteDifferences(tx, shop, [{ ...difference, oursCents: ours, theirsCents: balanceCents, what }]);
  }
  return ours - balanceCents;
}

/** Names what stands in the ledger and not at Shopify; the other way round is taken in before, so nothing of it is left. */
async function whatIsMissing(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  { ours, theirs, transactions }: { ours: number; theirs: number; transactions: ReadAccount["transactions"] },
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
  const named = rows.map(
    ({ type, reference, at }) => `${type} "${reference}" of ${at.toISOString().slice(0, 10)}`,
  );
  return named.length > 0
    ? `${side}. Shopify does not show: ${named.join("; ")}.`
    : `${side}, and every transaction that Shopify shows stands in the ledger.`;
}
