import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { hasIn, isIndexed } from "./list-accounts.server";
import type { SelectedTransactions, Words } from "./select-transactions.server";
import type { TransactionFilter } from "./transaction-filter";

/** Up to about so many found postings are put in order all at once; of more, only the weeks at the list's beginning are read. */
const FEW = 50_000;
/** Of a text, so many words are considered by themselves: the last ones first, where numbers stand. */
const WORDS = 5;

/** The week (UTC) that a posting is in, as the index `postings_search` has it. */
const weekOf = (at: string) => `date_trunc('week', ${at} AT TIME ZONE 'UTC')`;

/** The same for the index of a customer's postings, which has their time. */
const IS_IN_WEEK = `posting.at >= walked.week AT TIME ZONE 'UTC' AND posting.at < (walked.week + interval '1 week') AT TIME ZONE 'UTC'`;

/** Which part of a list: so many postings after so many others. */
export interface Part {
  descending: boolean;
  before: number;
  size: number;
}

/** What a search found. */
export interface Found {
  /** The numbers of the part's postings, in the list's order. */
  numbers: string[];
  /** How many there are, as far as `countUpTo` of the selection and one more. */
  count: number;
}

/** A search for words that an index knows. */
type Search = SelectedTransactions & { words: Words };

/**
 * The postings that words find, in the list's order. Where few are meant, the index of words tells which. Where many are, they may
 * stand anywhere in time: going over the ledger from its end could read all of it before the first of them, and putting all of
 * them in order takes as long. So the same index is asked for them week by week, until there are enough.
 */
export async function findByWords(
  tx: ShopTransaction,
  search: Search,
  filter: TransactionFilter,
  part: Part,
  few = FEW,
): Promise<Found> {
  const about = await guess(tx, search.where, search.values);
  if (about > few) return findByWeek(tx, search, filter, part);
  return findFew(tx, search, part, await rareWordOf(tx, search));
}

/** About how many postings there are, as PostgreSQL guesses from what it knows of the table. */
async function guess(tx: ShopTransaction, where: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await tx.$client.query<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(
    `EXPLAIN (FORMAT JSON) SELECT 1 FROM ledger_postings_of_shop AS posting WHERE ${where}`,
    [...values],
  );
  return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

/**
 * The word of a text that is about as rare as the whole. Asked for that alone, the index need not go through all that has the
 * text's other words.
 */
async function rareWordOf(
  tx: ShopTransaction,
  { values: [shop], words: { text } }: Search,
): Promise<string | undefined> {
  const words = text.split(/\s+/).filter((word) => word.length > 2 && isIndexed(word));
  if (words.length === 0 || words.includes(text)) return undefined;
  const guessOf = (part: string) => {
    const values = [shop];
    const has = hasIn("lower(posting.reference)", part, (value) => `$${values.push(value)}`);
    return guess(tx, `posting.shop = $1 AND ${has}`, values);
  };
  const whole = await guessOf(text);
  for (const word of words.slice(-WORDS).toReversed()) if ((await guessOf(word)) <= 2 * whole) return word;
  return undefined;
}

/** Finds all that are meant, then puts them in order. OFFSET keeps PostgreSQL from going over the ledger in order instead. */
async function findFew(
  tx: ShopTransaction,
  { words: { isInSpan, isTheirs, isInReference }, values, bind, countUpTo }: Search,
  { descending, before, size }: Part,
  rareWord: string | undefined,
): Promise<Found> {
  const order = orderOf(descending);
  // IS TRUE keeps the whole text from the index, which is to be asked for the one word.
  const hasIt = rareWord
    ? `${hasIn("lower(posting.reference)", rareWord, bind)} AND (${isInReference}) IS TRUE`
    : isInReference;
  return answer(
    tx,
    `WITH kept AS (
       SELECT at, number FROM (
         SELECT at, number FROM ledger_postings_of_shop AS posting
          WHERE ${isInSpan} AND (${isTheirs} OR ${hasIt}) OFFSET 0) AS meant
        ORDER BY ${order} LIMIT ${countUpTo + 1})
     SELECT (SELECT count(*)::int FROM kept) AS count,
            ARRAY(SELECT number FROM kept ORDER BY ${order} LIMIT ${bind(size)} OFFSET ${bind(before)}) AS numbers`,
    values,
  );
}

/** From the week at the list's beginning to the one at its end, or until as many were found as are counted. */
async function findByWeek(
  tx: ShopTransaction,
  { words: { isInSpan, isTheirs, isInReference }, values, bind, countUpTo }: Search,
  { from, until }: TransactionFilter,
  { descending, before, size }: Part,
): Promise<Found> {
  const order = orderOf(descending);
  const [first, step, isWithin] = descending
    ? ["newest", "- interval '1 week'", ">= span.oldest"]
    : ["oldest", "+ interval '1 week'", "<= span.newest"];
  return answer(
    tx,
    `WITH RECURSIVE span AS (
       SELECT ${weekOf(`least(max(at), ${bind(until ?? null)}::timestamptz)`)} AS newest,
              ${weekOf(`greatest(min(at), ${bind(from ?? null)}::timestamptz)`)} AS oldest
         FROM ledger_postings WHERE shop = $1),
     walked (week, found, total) AS (
       SELECT ${first}, '{}'::bigint[], 0 FROM span
       UNION ALL
       SELECT walked.week ${step}, here.found, total + cardinality(here.found)
         FROM walked, span, LATERAL (
           SELECT coalesce(array_agg(number ORDER BY ${order}), '{}') AS found FROM (
             SELECT at, number FROM (
               SELECT at, number FROM ledger_postings_of_shop AS posting
                WHERE ${isInSpan} AND ${weekOf("posting.at")} = walked.week AND (${isTheirs} AND ${IS_IN_WEEK} OR ${isInReference})
               OFFSET 0) AS meant
              ORDER BY ${order} LIMIT ${countUpTo + 1}) AS of_week) AS here
        WHERE total <= ${countUpTo} AND walked.week ${isWithin})
     SELECT least((SELECT max(total) FROM walked), ${countUpTo + 1}) AS count,
            ARRAY(SELECT one.number FROM walked, unnest(found) WITH ORDINALITY AS one (number, place)
                   ORDER BY week ${descending ? "DESC" : "ASC"}, place LIMIT ${bind(size)} OFFSET ${bind(before)}) AS numbers`,
    values,
  );
}

/**
 * Goes over the postings in the list's order, which is right for what is found all the time. They are counted first: nothing is
 * read past the last one.
 */
export async function findOnTheWay(
  tx: ShopTransaction,
  { where, values, bind, countUpTo }: SelectedTransactions,
  { descending, before, size }: Part,
): Promise<Found> {
  const counted = await tx.$client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM ledger_postings_of_shop AS posting WHERE ${where} LIMIT ${countUpTo + 1}) AS found`,
    values,
  );
  const count = counted.rows[0]?.count ?? 0;
  const left = Math.min(size, count - before);
  if (left <= 0) return { numbers: [], count };
  const { rows } = await tx.$client.query<{ number: string }>(
    `SELECT number FROM ledger_postings_of_shop AS posting WHERE ${where}
      ORDER BY ${orderOf(descending)} LIMIT ${bind(left)} OFFSET ${bind(before)}`,
    values,
  );
  return { numbers: rows.map(({ number }) => number), count };
}

const orderOf = (descending: boolean) => (descending ? "at DESC, number DESC" : "at, number");

async function answer(tx: ShopTransaction, text: string, values: unknown[]): Promise<Found> {
  const { rows } = await tx.$client.query<Found>(text, values);
  return rows[0] ?? { numbers: [], count: 0 };
}
