import type { PageRequest } from "~/platform/contract/page";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { keyset } from "~/platform/keyset.server";
import type { ListResult } from "~/platform/list";
import type { PostingState, PostingType } from "../posting";
import type { DifferenceKind } from "./difference";

/** What the latest proof went over, and how far the comparison with Shopify is. */
export interface LedgerStanding {
  /** Null before the first proof. */
  proof: { at: Date; accounts: number; postings: number; entries: number; owedCents: number } | null;
  /** Open differences. */
  differences: number;
  /** Accounts that agreed or did not when they were last compared; the one that was compared longest ago. */
  compared: { accounts: number; oldestAt: Date | null; waiting: number };
}

/** How the ledger of a shop stands. */
export async function readStanding(tx: ShopTransaction, shop: string): Promise<LedgerStanding> {
  const { rows } = await tx.$client.query<{
    at: Date | null;
    accounts: string;
    postings: string;
    entries: string;
    owed: string;
    differences: string;
    compared: string;
    oldest: Date | null;
    waiting: string;
  }>(
    `SELECT proof.at, proof.accounts, proof.postings, proof.entries, proof.owed_cents AS owed,
            (SELECT count(*) FROM ledger_differences WHERE shop = $1 AND ended_at IS NULL) AS differences,
            (SELECT count(*) FROM credit_accounts WHERE shop = $1 AND compared_at IS NOT NULL) AS compared,
            (SELECT min(compared_at) FROM credit_accounts WHERE shop = $1) AS oldest,
            (SELECT count(*) FROM credits_to_compare WHERE shop = $1) AS waiting
       FROM (SELECT 1) AS always LEFT JOIN ledger_proofs AS proof ON proof.shop = $1`,
    [shop],
  );
  const [row] = rows;
  if (!row) throw new Error("A question without an answer.");
  const { at, accounts, postings, entries, owed } = row;
  return {
    proof: at && {
      at,
      accounts: Number(accounts),
      postings: Number(postings),
      entries: Number(entries),
      owedCents: Number(owed),
    },
    differences: Number(row.differences),
    compared: { accounts: Number(row.compared), oldestAt: row.oldest, waiting: Number(row.waiting) },
  };
}

/** A difference with whom it is about. */
export interface NamedDifference {
  id: number;
  kind: DifferenceKind;
  customerId: number | null;
  customerName: string;
  oursCents: number;
  theirsCents: number;
  what: string;
  since: Date;
  endedAt: Date | null;
}

/** A page of the differences, the latest first: those that are open, and those that have ended. */
export async function readDifferences(
  tx: ShopTransaction,
  shop: string,
  page: PageRequest & { pageSize: number },
): Promise<ListResult<NamedDifference>> {
  const { pageSize, ...request } = page;
  const paging = keyset(request, { of: ["ledger differences", shop], descending: true, pageSize });
  const { beside, descending, limit } = paging;
  const { rows } = await tx.$client.query<
    NamedDifference & { id: string; customerId: string | null; oursCents: string; theirsCents: string }
  >(
    `SELECT difference.id, kind, difference.customer_id AS "customerId", coalesce(nullif(name, ''), email, '') AS "customerName",
            ours_cents AS "oursCents", theirs_cents AS "theirsCents", what, since, ended_at AS "endedAt"
       FROM ledger_differences AS difference
       LEFT JOIN credit_accounts AS account ON account.shop = $1 AND account.customer_id = difference.customer_id
      WHERE difference.shop = $1 AND ($2::bigint IS NULL OR difference.id ${descending ? "<" : ">"} $2)
      ORDER BY difference.id ${descending ? "DESC" : "ASC"} LIMIT $3`,
    [shop, beside?.[0] ?? null, limit],
  );
  return paging.page(rows, {
    positionOf: ({ id }) => [String(id)],
    rowOf: (row) => ({
      ...row,
      id: Number(row.id),
      customerId: row.customerId === null ? null : Number(row.customerId),
      oursCents: Number(row.oursCents),
      theirsCents: Number(row.theirsCents),
    }),
  });
}

/** One posting of an account's history, with the balance after it on both sides. */
export interface HistoryLine {
  id: string;
  at: Date;
  type: PostingType;
  amountCents: number;
  reference: string;
  by: string;
  state: PostingState;
  /** Why it failed or waits. */
  problem: string | null;
  /** The ledger's balance after it, and what Shopify said then; null where it was not confirmed, or Shopify did not say. */
  balanceCents: number | null;
  shopifyBalanceCents: number | null;
  /** Shopify's transaction. */
  transactionId: string | null;
}

/** An account with its latest postings, newest first. */
export interface AccountHistory {
  customerId: number;
  name: string;
  email: string | null;
  balanceCents: number;
  heldCents: number;
  shopifyBalanceCents: number | null;
  comparedAt: Date | null;
  lines: HistoryLine[];
}

/** No history shows more. */
const MOST_LINES = 500;

/**
 * What happened to a customer's credit, with the ledger's and Shopify's balance after each posting: where the two part is where
 * something is missing.
 * @throws 404 for a customer without an account
 */
export async function readHistory(
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
      ORDER BY coalesce(outcome.id, 9223372036854775807) DESC, posting.number DESC LIMIT ${MOST_LINES}`,
    [shop, customerId],
  );
  let balance = Number(account.balanceCents);
  const lines = rows.map(({ isBooked, ...row }) => {
    const line: HistoryLine = {
      ...row,
      amountCents: Number(row.amountCents),
      shopifyBalanceCents: row.shopifyBalanceCents === null ? null : Number(row.shopifyBalanceCents),
      balanceCents: isBooked ? balance : null,
    };
    if (isBooked) balance -= line.amountCents;
    return line;
  });
  return {
    ...account,
    customerId: Number(account.customerId),
    balanceCents: Number(account.balanceCents),
    heldCents: Number(account.heldCents),
    shopifyBalanceCents: account.shopifyBalanceCents === null ? null : Number(account.shopifyBalanceCents),
    lines,
  };
}
