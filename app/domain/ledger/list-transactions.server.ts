import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { CountedSpan } from "./hours.server";
import { type SelectedTransactions, selectTransactions } from "./select-transactions.server";
import { TRANSACTION_COLUMNS, TRANSACTION_JOINS } from "./transaction-columns.server";
import {
  AMOUNT_FILTER_NAMES,
  AMOUNT_FILTERS,
  type AmountFilter,
  type TransactionFilter,
} from "./transaction-filter";
import type { TransactionRow } from "./transaction-row";

/** A page of the ledger: by time, newest first unless `descending` is false. */
export interface TransactionPage {
  rows: TransactionRow[];
  /** How many there are; of a search that stops counting, so many as it counted. */
  total: number;
  /** False when there are more than were counted: pages end where the count does. */
  isExact: boolean;
}

interface Asked {
  descending: boolean;
  /** From 1. */
  page: number;
  pageSize: number;
}

/**
 * A page of the ledger at any depth. What only time narrows is found by the counts of its hours; everything else is counted so far
 * as somebody would page, and has no pages behind that.
 */
export async function listTransactions(
  tx: ShopTransaction,
  shop: string,
  filter: TransactionFilter,
  asked: Asked,
): Promise<TransactionPage> {
  const selected = await selectTransactions(tx, shop, filter);
  return selected.isByTimeOnly ? pageByTime(tx, shop, filter, asked) : pageOfSearch(tx, selected, asked);
}

async function pageByTime(
  tx: ShopTransaction,
  shop: string,
  filter: TransactionFilter,
  { descending, page, pageSize }: Asked,
): Promise<TransactionPage> {
  const span = await CountedSpan.read(tx, shop, filter);
  const before = (page - 1) * pageSize;
  const size = Math.min(pageSize, span.total - before);
  if (size <= 0) return { rows: [], total: span.total, isExact: true };
  // Oldest first is the same list read from its other end.
  const place = span.placeOf(descending ? before : span.total - before - size);
  const { values, bind, where } = await selectTransactions(tx, shop, {
    ...filter,
    until: place.until ?? undefined,
  });
  const rows = await read(tx, where, values, "DESC", bind(size), bind(place.offset));
  return { rows: descending ? rows : rows.toReversed(), total: span.total, isExact: true };
}

async function pageOfSearch(
  tx: ShopTransaction,
  { values, bind, where, countUpTo }: SelectedTransactions,
  { descending, page, pageSize }: Asked,
): Promise<TransactionPage> {
  const counted = await tx.$client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM ledger_postings_of_shop AS posting WHERE ${where} LIMIT ${countUpTo + 1}) AS found`,
    values,
  );
  const count = counted.rows[0]?.count ?? 0;
  const total = Math.min(count, countUpTo);
  const before = (page - 1) * pageSize;
  const size = Math.min(pageSize, total - before);
  const isExact = count <= countUpTo;
  if (size <= 0) return { rows: [], total, isExact };
  const rows = await read(tx, where, values, descending ? "DESC" : "ASC", bind(size), bind(before));
  return { rows, total, isExact };
}

async function read(
  tx: ShopTransaction,
  where: string,
  values: unknown[],
  order: "ASC" | "DESC",
  limit: string,
  offset: string,
): Promise<TransactionRow[]> {
  const { rows } = await tx.$client.query<TransactionRow>(
    `SELECT ${TRANSACTION_COLUMNS} FROM (
       SELECT posting.number FROM ledger_postings_of_shop AS posting WHERE ${where}
        ORDER BY posting.at ${order}, posting.number ${order} LIMIT ${limit} OFFSET ${offset}) AS found
       JOIN ledger_postings AS posting ON posting.shop = $1 AND posting.number = found.number ${TRANSACTION_JOINS}
      ORDER BY posting.at ${order}, posting.number ${order}`,
    values,
  );
  return rows;
}

/** Postings by their ids, in no order. */
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

/** The largest amount of each kind, in cents and without sign: one step of an index each. */
export async function readLimits(tx: ShopTransaction, shop: string): Promise<Record<AmountFilter, number>> {
  const { rows } = await tx.$client.query<{ type: string; most: number | null }>(
    `SELECT type, greatest(
         abs((SELECT amount_cents FROM ledger_postings WHERE shop = $1 AND type = one.type ORDER BY amount_cents LIMIT 1)),
         abs((SELECT amount_cents FROM ledger_postings WHERE shop = $1 AND type = one.type ORDER BY amount_cents DESC LIMIT 1))
       )::float8 AS most FROM unnest($2::text[]) AS one (type)`,
    [shop, Object.values(AMOUNT_FILTERS)],
  );
  const most = new Map(rows.map((row) => [row.type, row.most ?? 0]));
  return Object.fromEntries(
    AMOUNT_FILTER_NAMES.map((name) => [name, most.get(AMOUNT_FILTERS[name]) ?? 0]),
  ) as Record<AmountFilter, number>;
}
