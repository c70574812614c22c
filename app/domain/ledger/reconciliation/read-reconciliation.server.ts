import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { type Cents, centsFromDatabase, subtractCents } from "~/platform/money/cents";
import type { PostingState, PostingType } from "../posting";

/** The latest check of the ledger, and the progress of the comparison with Shopify. */
export interface ReconciliationStatus {
  /** Null before the first check. */
  proof: { at: Date; accounts: number; postings: number; entries: number; owedCents: Cents } | null;
  /** Open differences. */
  differences: number;
  /**
   * Accounts that were compared, of how many, the oldest and the latest comparison, Shopify's balances then, and the queued accounts.
   * Accounts of erased customers have no counterpart.
   */
  compared: {
    accounts: number;
    total: number;
    oldestAt: Date | null;
    latestAt: Date | null;
    shopifyCents: Cents;
    waiting: number;
  };
}

/** Reads the reconciliation status of a shop. */
export async function readReconciliation(tx: ShopTransaction, shop: string): Promise<ReconciliationStatus> {
  const { rows } = await tx.$client.query<{
    at: Date | null;
    accounts: string;
    postings: string;
    entries: string;
    owed: string;
    differences: string;
    compared: string;
    total: string;
    oldest: Date | null;
    latest: Date | null;
    shopify: string;
    waiting: string;
  }>(
    `SELECT proof.at, proof.accounts, proof.postings, proof.entries, proof.owed_cents AS owed,
            (SELECT count(*) FROM ledger_differences WHERE shop = $1 AND ended_at IS NULL) AS differences,
            account.*, (SELECT count(*) FROM credits_to_compare WHERE shop = $1) AS waiting
       FROM (SELECT count(compared_at) AS compared, count(*) AS total, min(compared_at) AS oldest, max(compared_at) AS latest,
                    coalesce(sum(shopify_balance_cents), 0) AS shopify
               FROM credit_accounts WHERE shop = $1 AND customer_id > 0) AS account
       LEFT JOIN ledger_proofs AS proof ON proof.shop = $1`,
    [shop],
  );
  const [row] = rows;
  if (!row) throw new Error("The status query returned no row.");
  const { at, accounts, postings, entries, owed } = row;
  return {
    proof: at && {
      at,
      accounts: Number(accounts),
      postings: Number(postings),
      entries: Number(entries),
      owedCents: centsFromDatabase(owed),
    },
    differences: Number(row.differences),
    compared: {
      accounts: Number(row.compared),
      total: Number(row.total),
      oldestAt: row.oldest,
      latestAt: row.latest,
      shopifyCents: centsFromDatabase(row.shopify),
      waiting: Number(row.waiting),
    },
  };
}

/** One posting of an account's history, with the balance after it on both sides. */
export interface HistoryLine {
  id: string;
  at: Date;
  type: PostingType;
  amountCents: Cents;
  reference: string;
  by: string;
  state: PostingState;
  /** Why it failed or waits. */
  problem: string | null;
  /** The balances after it. Null if it wasn't confirmed, or Shopify didn't return its balance. */
  balanceCents: Cents | null;
  shopifyBalanceCents: Cents | null;
  /** Shopify's transaction. */
  transactionId: string | null;
}

/** An account with its latest postings, newest first. */
export interface AccountHistory {
  customerId: number;
  name: string;
  email: string | null;
  balanceCents: Cents;
  heldCents: Cents;
  shopifyBalanceCents: Cents | null;
  comparedAt: Date | null;
  lines: HistoryLine[];
}

/** The most lines of a history. */
const MAX_LINES = 500;

/**
 * A customer's postings with the ledger's and Shopify's balance after each. Where the two begin to differ, a transaction is missing.
 * @throws 404 for a customer without an account
 */
export async function readAccountHistory(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
): Promise<AccountHistory> {
  const { rows: accounts } = await tx.$client.query<Omit<AccountHistory, "lines">>(
    `SELECT customer_id::text AS "customerId", name, email, balance_cents::text AS "balanceCents", held_cents::text AS "heldCents",
            shopify_balance_cents::text AS "shopifyBalanceCents", compared_at AS "comparedAt"
       FROM credit_accounts WHERE shop = $1 AND customer_id = $2`,
    [shop, customerId],
  );
  const [account] = accounts;
  if (!account) throw notFound("This customer has no store credit.");
  const { rows } = await tx.$client.query<Omit<HistoryLine, "balanceCents"> & { isBooked: boolean }>(
    `SELECT posting.id, posting.at, type, amount_cents::text AS "amountCents", reference, actor_name AS by,
            coalesce(outcome.state, open.state) AS state, coalesce(outcome.problem, open.problem) AS problem,
            outcome.balance_after_cents::text AS "shopifyBalanceCents", outcome.transaction_id AS "transactionId",
            outcome.state = 'CONFIRMED' AS "isBooked"
       FROM ledger_postings AS posting
       LEFT JOIN ledger_outcomes AS outcome ON outcome.shop = $1 AND outcome.posting_id = posting.id
            AND outcome.state IN ('CONFIRMED', 'FAILED')
       LEFT JOIN ledger_open AS open ON open.shop = $1 AND open.posting_id = posting.id
      WHERE posting.shop = $1 AND posting.customer_id = $2
      ORDER BY coalesce(outcome.id, 9223372036854775807) DESC, posting.number DESC LIMIT ${MAX_LINES}`,
    [shop, customerId],
  );
  let balance = centsFromDatabase(account.balanceCents);
  const lines = rows.map(({ isBooked, ...row }) => {
    const line: HistoryLine = {
      ...row,
      amountCents: centsFromDatabase(row.amountCents),
      shopifyBalanceCents:
        row.shopifyBalanceCents === null ? null : centsFromDatabase(row.shopifyBalanceCents),
      balanceCents: isBooked ? balance : null,
    };
    if (isBooked) balance = subtractCents(balance, line.amountCents);
    return line;
  });
  return {
    ...account,
    customerId: Number(account.customerId),
    balanceCents: centsFromDatabase(account.balanceCents),
    heldCents: centsFromDatabase(account.heldCents),
    shopifyBalanceCents:
      account.shopifyBalanceCents === null ? null : centsFromDatabase(account.shopifyBalanceCents),
    lines,
  };
}
