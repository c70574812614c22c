import { sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type Cents, cents } from "~/platform/money/cents";
import { AMOUNT_FILTER_NAMES, AMOUNT_FILTERS, type AmountFilter } from "./amount-filters";
import { CountedSpan } from "./hourly-counts.server";
import { CONTRA_ACCOUNT_OF, CUSTOMER_ACCOUNT, type PostingState, type PostingType } from "./posting";
import { REVERSED_BY } from "./reverse.server";
import { findByScan, findByWords } from "./search-transactions.server";
import { type SelectedTransactions, selectTransactions } from "./select-transactions.server";
import { IS_UNSENT } from "./settle.server";
import type { TransactionFilter } from "./transaction-filter";

/** A page of the ledger: by time, newest first unless `descending` is false. */
interface TransactionPage {
  rows: TransactionRow[];
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
 * A page of the ledger. Without a filter other than time, hourly counts find a page at any depth. With other filters, the pages end
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
    : pageOfSearch(tx, shop, selected, filter, options);
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
  if (size <= 0) return { rows: [], total: span.total, isExact: true };
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
  return { rows: await readByNumbers(tx, shop, numbers, descending), total: span.total, isExact: true };
}

async function pageOfSearch(
  tx: ShopTransaction,
  shop: string,
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
  const rows = await readByNumbers(tx, shop, numbers, descending);
  return { rows, total: Math.min(count, selected.countUpTo), isExact: count <= selected.countUpTo };
}

/** Postings by their numbers, by time. */
async function readByNumbers(
  tx: ShopTransaction,
  shop: string,
  numbers: readonly string[],
  descending: boolean,
): Promise<TransactionRow[]> {
  if (numbers.length === 0) return [];
  const order = descending ? "DESC" : "ASC";
  const { rows } = await tx.$client.query<TransactionRow>(
    `SELECT ${TRANSACTION_COLUMNS} FROM ledger_postings AS posting ${TRANSACTION_JOINS}
      WHERE posting.shop = $1 AND posting.number = ANY($2::bigint[])
      ORDER BY posting.at ${order}, posting.number ${order}`,
    [shop, numbers],
  );
  return rows;
}

/** Postings by their ids, unordered. */
export async function findTransactions(
  tx: ShopTransaction,
  shop: string,
  ids: readonly string[],
): Promise<TransactionRow[]> {
  const { rows } = await tx.$client.query<TransactionRow>(
    `SELECT ${TRANSACTION_COLUMNS} FROM ledger_postings AS posting ${TRANSACTION_JOINS}
      WHERE posting.shop = $1 AND posting.id = ANY($2::uuid[])`,
    [shop, ids],
  );
  return rows;
}

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

/** The state of a `posting`, for a FROM without `TRANSACTION_JOINS`. */
export const POSTING_STATE = sql`coalesce(
  (SELECT state FROM ledger_open AS open WHERE open.shop = posting.shop AND open.posting_id = posting.id),
  (SELECT state FROM ledger_outcomes AS outcome WHERE outcome.shop = posting.shop AND outcome.posting_id = posting.id
      AND outcome.state IN ('CONFIRMED', 'FAILED') LIMIT 1),
  'CONFIRMED')`;

/** The columns of a posting, for a FROM with `posting` and `TRANSACTION_JOINS`. */
const TRANSACTION_COLUMNS = `posting.id, posting.number::text AS number,
  to_char(posting.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
  posting.customer_id::text AS "customerId", coalesce(account.name, '') AS "customerName", account.email AS "customerEmail",
  posting.type, posting.amount_cents::float8 AS "amountCents", posting.reference,
  to_char(CASE WHEN posting.expires_at IS NOT NULL THEN least(posting.expires_at, '9999-12-31T00:00:00Z') END AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "expiresAt",
  posting.actor_id AS "actorId", posting.actor_name AS "actorName", posting.actor_email AS "actorEmail",
  coalesce(open.state, ended.state, 'CONFIRMED') AS state, coalesce(open.problem, ended.problem) AS problem,
  posting.order_name AS "orderName", posting.reverses_id AS "reversesId", later.id AS "reversedById",
  CASE WHEN open.possible_duplicate_of IS NOT NULL THEN 'possible' WHEN ended.duplicate_of IS NOT NULL THEN 'recognized' END AS duplicate,
  open.posting_id IS NOT NULL AND ${IS_UNSENT} AND open.possible_duplicate_of IS NULL
    AND (open.problem IS NOT NULL OR posting.at < now() - interval '1 minute') AS "isCancelable"`;

const TRANSACTION_JOINS = `
  LEFT JOIN credit_accounts AS account ON account.shop = posting.shop AND account.customer_id = posting.customer_id
  LEFT JOIN ledger_open AS open ON open.shop = posting.shop AND open.posting_id = posting.id
  LEFT JOIN LATERAL (
    SELECT state, problem, duplicate_of FROM ledger_outcomes AS outcome
     WHERE outcome.shop = posting.shop AND outcome.posting_id = posting.id AND outcome.state IN ('CONFIRMED', 'FAILED')
     LIMIT 1) AS ended ON true
  LEFT JOIN LATERAL (${REVERSED_BY}) AS later ON true`;

/** A posting as lists and files show it. Instants are ISO 8601. */
export interface TransactionRow {
  id: string;
  at: string;
  customerId: string;
  customerName: string;
  customerEmail: string | null;
  type: PostingType;
  /** Signed. */
  amountCents: Cents;
  reference: string;
  expiresAt: string | null;
  actorId: string;
  actorName: string;
  actorEmail: string;
  state: PostingState;
  /** Why it failed, or waits. */
  problem: string | null;
  orderName: string | null;
  reversesId: string | null;
  /** The posting that reversed it. */
  reversedById: string | null;
  /** It waits for a person's decision whether Shopify has it already, or a person decided that Shopify has it. */
  duplicate: "possible" | "recognized" | null;
  /** It was certainly not sent, and has waited for longer than usual. */
  isCancelable: boolean;
}
