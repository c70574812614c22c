import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import { containsIndexed, MIN_TRIGRAM_LENGTH } from "~/core/lists/search.server";
import { ACTIONS_GROUP, definePalette, MAX_FOUND } from "~/core/palette/define-palette.server";
import { findEmailFirst } from "~/core/palette/email-first.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { hasIn, isIndexed } from "./list-accounts.server";
import type { SelectedTransactions, Words } from "./select-transactions.server";
import { creditAccountsOfShop as accounts } from "./tables.server";
import type { TransactionFilter } from "./transaction-filter";

/** Up to about this many matches are sorted together. With more, matches are read week by week. */
const FEW_LIMIT = 50_000;
/** How many words of a text are tried as the rare word, last ones first, because numbers are at the end. */
const MAX_WORDS = 5;

/** The week (UTC) that a posting is in, as the index `postings_search` has it. */
const weekOf = (at: SQL) => sql`date_trunc('week', ${at} AT TIME ZONE 'UTC')`;

/** Whether a posting is in the walked week, for the index of a customer's postings, which has the time. */
const IS_IN_WEEK = sql`posting.at >= walked.week AT TIME ZONE 'UTC' AND posting.at < (walked.week + interval '1 week') AT TIME ZONE 'UTC'`;

/** A slice of a list: `size` postings after `before` others. */
export interface PageSlice {
  descending: boolean;
  before: number;
  size: number;
}

/** The result of a search. */
export interface SearchResult {
  /** The numbers of the slice's postings, in the list's order. */
  numbers: string[];
  /** The number of matches, counted up to one more than `countUpTo`. */
  count: number;
}

/** A search for an indexed text. */
type Search = SelectedTransactions & { words: Words };

/**
 * Finds postings by an indexed text. A few matches are all read from the index and sorted. Many matches may be anywhere in time, and
 * scanning the ledger or sorting them all is slow. So the index is read week by week until there are enough.
 */
export async function findByWords(
  tx: ShopTransaction,
  search: Search,
  filter: TransactionFilter,
  part: PageSlice,
  few = FEW_LIMIT,
): Promise<SearchResult> {
  const about = await estimateCount(tx, search.where);
  if (about > few) return findByWeek(tx, search, filter, part);
  return findFew(tx, search, part, await findRareWord(tx, search));
}

/** The planner's estimate of the number of postings. */
async function estimateCount(tx: ShopTransaction, where: SQL): Promise<number> {
  const rows = await queryRows<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(
    tx,
    sql`EXPLAIN (FORMAT JSON) SELECT 1 FROM ledger_postings_of_shop AS posting WHERE ${where}`,
  );
  return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

/**
 * The word of a text that is about as rare as the whole text. Searching for it alone spares the index the text's common words.
 */
async function findRareWord(
  tx: ShopTransaction,
  { shop, words: { text } }: Search,
): Promise<string | undefined> {
  const words = text.split(/\s+/).filter((word) => word.length > 2 && isIndexed(word));
  if (words.length === 0 || words.includes(text)) return undefined;
  const guessOf = (part: string) =>
    estimateCount(tx, sql`posting.shop = ${shop} AND ${hasIn(sql`lower(posting.reference)`, part)}`);
  const whole = await guessOf(text);
  for (const word of words.slice(-MAX_WORDS).toReversed())
    if ((await guessOf(word)) <= 2 * whole) return word;
  return undefined;
}

/** Finds all matches, then sorts them. OFFSET keeps PostgreSQL from scanning the ledger in order instead. */
async function findFew(
  tx: ShopTransaction,
  { words: { isInSpan, isTheirs, isInReference }, countUpTo }: Search,
  { descending, before, size }: PageSlice,
  rareWord: string | undefined,
): Promise<SearchResult> {
  const order = orderOf(descending);
  // IS TRUE keeps the whole text from the index, which searches for the one word.
  const hasIt = rareWord
    ? sql`${hasIn(sql`lower(posting.reference)`, rareWord)} AND (${isInReference}) IS TRUE`
    : isInReference;
  return runSearch(
    tx,
    sql`WITH kept AS (
       SELECT at, number FROM (
         SELECT at, number FROM ledger_postings_of_shop AS posting
          WHERE ${isInSpan} AND (${isTheirs} OR ${hasIt}) OFFSET 0) AS meant
        ORDER BY ${order} LIMIT ${literal(countUpTo + 1)})
     SELECT (SELECT count(*)::int FROM kept) AS count,
            ARRAY(SELECT number FROM kept ORDER BY ${order} LIMIT ${size} OFFSET ${before}) AS numbers`,
  );
}

/** Reads from the list's first week until the last one, or until enough matches are found. */
async function findByWeek(
  tx: ShopTransaction,
  { shop, words: { isInSpan, isTheirs, isInReference }, countUpTo }: Search,
  { from, until }: TransactionFilter,
  { descending, before, size }: PageSlice,
): Promise<SearchResult> {
  const order = orderOf(descending);
  const [first, step, isWithin] = descending
    ? [sql`newest`, sql`- interval '1 week'`, sql`>= span.oldest`]
    : [sql`oldest`, sql`+ interval '1 week'`, sql`<= span.newest`];
  return runSearch(
    tx,
    sql`WITH RECURSIVE span AS (
       SELECT ${weekOf(sql`least(max(at), ${until ?? null}::timestamptz)`)} AS newest,
              ${weekOf(sql`greatest(min(at), ${from ?? null}::timestamptz)`)} AS oldest
         FROM ledger_postings WHERE shop = ${shop}),
     walked (week, found, total) AS (
       SELECT ${first}, '{}'::bigint[], 0 FROM span
       UNION ALL
       SELECT walked.week ${step}, here.found, total + cardinality(here.found)
         FROM walked, span, LATERAL (
           SELECT coalesce(array_agg(number ORDER BY ${order}), '{}') AS found FROM (
             SELECT at, number FROM (
               SELECT at, number FROM ledger_postings_of_shop AS posting
                WHERE ${isInSpan} AND ${weekOf(sql`posting.at`)} = walked.week AND (${isTheirs} AND ${IS_IN_WEEK} OR ${isInReference})
               OFFSET 0) AS meant
              ORDER BY ${order} LIMIT ${literal(countUpTo + 1)}) AS of_week) AS here
        WHERE total <= ${literal(countUpTo)} AND walked.week ${isWithin})
     SELECT least((SELECT max(total) FROM walked), ${literal(countUpTo + 1)}) AS count,
            ARRAY(SELECT one.number FROM walked, unnest(found) WITH ORDINALITY AS one (number, place)
                   ORDER BY week ${sql.raw(descending ? "DESC" : "ASC")}, place LIMIT ${size} OFFSET ${before}) AS numbers`,
  );
}

/**
 * Scans the postings in the list's order, for filters with frequent matches. Counting first avoids reading past the last match.
 */
export async function findByScan(
  tx: ShopTransaction,
  { where, countUpTo }: SelectedTransactions,
  { descending, before, size }: PageSlice,
): Promise<SearchResult> {
  const [counted] = await queryRows<{ count: number }>(
    tx,
    sql`SELECT count(*)::int AS count FROM (
       SELECT 1 FROM ledger_postings_of_shop AS posting WHERE ${where} LIMIT ${literal(countUpTo + 1)}) AS found`,
  );
  const count = counted?.count ?? 0;
  const left = Math.min(size, count - before);
  if (left <= 0) return { numbers: [], count };
  const rows = await queryRows<{ number: string }>(
    tx,
    sql`SELECT number FROM ledger_postings_of_shop AS posting WHERE ${where}
      ORDER BY ${orderOf(descending)} LIMIT ${left} OFFSET ${before}`,
  );
  return { numbers: rows.map(({ number }) => number), count };
}

const orderOf = (descending: boolean) => (descending ? sql`at DESC, number DESC` : sql`at, number`);

/** A number that the planner sees, unlike a parameter. */
const literal = (number: number) => sql.raw(String(number));

async function runSearch(tx: ShopTransaction, statement: SQL): Promise<SearchResult> {
  const [found] = await queryRows<SearchResult>(tx, statement);
  return found ?? { numbers: [], count: 0 };
}

/** Words before a name that someone types for the action. */
const VERBS = /^(issue|give|add)\s+(credit\s+)?(to\s+)?/i;

function findAccounts(name: string) {
  if (name.length < MIN_TRIGRAM_LENGTH) return null;
  const statementOf = (matches: SQL) =>
    sql`SELECT customer_id AS key, coalesce(nullif(name, ''), email) AS name, email
      FROM ${accounts} WHERE ${matches} AND customer_id > 0 LIMIT ${MAX_FOUND}`;
  return findEmailFirst(name, {
    exact: statementOf(sql`lower(coalesce(${accounts.email}, '')) = lower(${name})`),
    anywhere: statementOf(containsIndexed(sql`${accounts.searchText}`, name, [" ", "@"])),
  });
}

export const statementsInPalette = definePalette({
  name: "Store credit",
  for: "showCredits",
  // Not what an action is asked for with: it would be above the action.
  find({ text }) {
    const found = findAccounts(text);
    return found && sql`SELECT key, name AS title, email AS detail FROM (${found}) AS accounts`;
  },
  address: ({ key }) => `/credits/statement/${key}`,
});

/** Opens the list with this customer alone, and the form for it. */
export const issueCreditInPalette = definePalette({
  name: "Issue credit",
  group: ACTIONS_GROUP,
  for: "showCredits",
  find({ text }) {
    const found = findAccounts(text.replace(VERBS, "").trim());
    return (
      found &&
      sql`SELECT email AS key, 'Issue credit to ' || name AS title, email AS detail FROM (${found}) AS accounts WHERE email IS NOT NULL`
    );
  },
  address: ({ key }) => `/credits?${new URLSearchParams({ tab: "manageCredits", q: key, open: "issue" })}`,
});
