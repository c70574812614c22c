import { sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type Cents, cents } from "~/platform/money/cents";
import { AMOUNT_FILTER_NAMES, AMOUNT_FILTERS, type AmountFilter } from "./amount-filters";
import { CountedSpan } from "./hourly-counts.server";
import { CONTRA_ACCOUNT_OF, CUSTOMER_ACCOUNT, type PostingState } from "./posting";
import { REVERSED_BY } from "./reverse.server";
import { findByScan, findByWords } from "./search-transactions.server";
import { type SelectedTransactions, selectTransactions } from "./select-transactions.server";
import type { TransactionFilter } from "./transaction-filter";

/** A page of the ledger: by time, newest first unless `descending` is false. */
interface TransactionPage {
  /** Of its postings. */
  numbers: readonly string[];
  /** How many there are, as far as they were counted. */
  total: number;
  /** False when there are more than were counted. The pages end where the count does. */
  isExact: boolean;
}

interface PageOptions {
  descending: boolean;
  /** From 1. */
  page: number;
  pageSize: number;
}

/**
 * Finds a page of the ledger. Without a filter other than time, hourly counts find a page at any depth. With other filters, the pages end
 * where the count does.
 */
export async function listTransactions(
  tx: ShopTransaction,
  shop: string,
  filter: TransactionFilter,
  options: PageOptions,
): Promise<TransactionPage> {
  const selected = await selectTransactions(tx, shop, filter);
  return selected.isByTimeOnly
    ? pageByTime(tx, shop, filter, options)
    : pageOfSearch(tx, selected, filter, options);
}

async function pageByTime(
  tx: ShopTransaction,
  shop: string,
  filter: TransactionFilter,
  { descending, page, pageSize }: PageOptions,
): Promise<TransactionPage> {
  const span = await CountedSpan.read(tx, shop, filter);
  const before = (page - 1) * pageSize;
  const size = Math.min(pageSize, span.total - before);
  if (size <= 0) return { numbers: [], total: span.total, isExact: true };
  // Oldest first is the same list read from its other end.
  const place = span.placeOf(descending ? before : span.total - before - size);
  const { where } = await selectTransactions(tx, shop, {
    ...filter,
    until: place.until ?? undefined,
  });
  const rows = await queryRows<{ number: string }>(
    tx,
    sql`SELECT number FROM ledger_postings_of_shop AS posting WHERE ${where}
         ORDER BY at DESC, number DESC LIMIT ${size} OFFSET ${place.offset}`,
  );
  const numbers = rows.map(({ number }) => number);
  return { numbers, total: span.total, isExact: true };
}

async function pageOfSearch(
  tx: ShopTransaction,
  selected: SelectedTransactions,
  filter: TransactionFilter,
  { descending, page, pageSize }: PageOptions,
): Promise<TransactionPage> {
  const before = (page - 1) * pageSize;
  const size = Math.max(0, Math.min(pageSize, selected.countUpTo - before));
  const part = { descending, before, size };
  const { words } = selected;
  const { numbers, count } = words
    ? await findByWords(tx, { ...selected, words }, filter, part)
    : await findByScan(tx, selected, part);
  return { numbers, total: Math.min(count, selected.countUpTo), isExact: count <= selected.countUpTo };
}

/** The outcomes of `posting` rows: `open` while it waits, `ended` afterwards. A posting without either is confirmed. */
const OUTCOME_JOINS = sql`
  LEFT JOIN ledger_open AS open ON open.shop = posting.shop AND open.posting_id = posting.id
  LEFT JOIN LATERAL (
    SELECT state, problem, duplicate_of FROM ledger_outcomes AS outcome
     WHERE outcome.shop = posting.shop AND outcome.posting_id = posting.id AND outcome.state IN ('CONFIRMED', 'FAILED')
     LIMIT 1) AS ended ON true`;

/** Each `posting` with its customer's `account`, its outcome (`open` or `ended`), and the posting that reversed it, `later`. */
export const POSTINGS_WITH_DETAILS = sql`ledger_postings AS posting
  LEFT JOIN credit_accounts AS account ON account.shop = posting.shop AND account.customer_id = posting.customer_id
  ${OUTCOME_JOINS}
  LEFT JOIN LATERAL (${sql.raw(REVERSED_BY)}) AS later ON true`;

/** Postings by their ids, unordered. */
export const findPostings = (
  tx: ShopTransaction,
  shop: string,
  ids: readonly string[],
): Promise<{ id: string; customerId: string; state: PostingState; problem: string | null }[]> =>
  queryRows(
    tx,
    sql`SELECT posting.id, posting.customer_id::text AS "customerId",
               coalesce(open.state, ended.state, 'CONFIRMED') AS state, coalesce(open.problem, ended.problem) AS problem
          FROM ledger_postings AS posting ${OUTCOME_JOINS}
         WHERE posting.shop = ${shop} AND posting.id = ANY(${sql.param(ids)}::uuid[])`,
  );

/**
 * The largest confirmed amount of each filter's types, without sign: only confirmed postings have entries, and each type has a contra account of its
 * own. Two index steps for each type.
 */
export async function readAmountLimits(
  tx: ShopTransaction,
  shop: string,
): Promise<Record<AmountFilter, Cents>> {
  const types = Object.values(AMOUNT_FILTERS).flatMap((filter) => filter.types);
  const entries = `FROM ledger_entries WHERE shop = $1 AND account = one.account AND account <> '${CUSTOMER_ACCOUNT}'`;
  const { rows } = await tx.$client.query<{ type: string; most: number | null }>(
    `SELECT type, greatest(abs((SELECT min(amount_cents) ${entries})), abs((SELECT max(amount_cents) ${entries})))::float8 AS most
       FROM unnest($2::text[], $3::text[]) AS one (type, account)`,
    [shop, types, types.map((type) => CONTRA_ACCOUNT_OF[type])],
  );
  const most = new Map<string, number>(rows.map((row) => [row.type, row.most ?? 0]));
  const mostOf = (name: AmountFilter) =>
    cents(Math.max(...AMOUNT_FILTERS[name].types.map((type) => most.get(type) ?? 0)));
  return Object.fromEntries(AMOUNT_FILTER_NAMES.map((name) => [name, mostOf(name)])) as Record<
    AmountFilter,
    Cents
  >;
}

/** The state of a `posting`, for a FROM with `posting` alone. */
export const POSTING_STATE = sql`coalesce(
  (SELECT state FROM ledger_open AS open WHERE open.shop = posting.shop AND open.posting_id = posting.id),
  (SELECT state FROM ledger_outcomes AS outcome WHERE outcome.shop = posting.shop AND outcome.posting_id = posting.id
      AND outcome.state IN ('CONFIRMED', 'FAILED') LIMIT 1),
  'CONFIRMED')`;
