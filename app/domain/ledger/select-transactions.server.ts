import { type SQL, sql } from "drizzle-orm";
import { defineListQuery, queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { AMOUNT_FILTERS, type AmountFilter } from "./amount-filters";
import { hasIn, isIndexed } from "./list-accounts.server";
import { type PostingType, SIGN_OF } from "./posting";
import { IS_IN_EFFECT } from "./reverse.server";
import type { TransactionFilter } from "./transaction-filter";

/** Up to this many customers are listed by id. With more, each posting is checked. */
const MAX_NAMED_CUSTOMERS = 5_000;
/** Up to this many customers, an index finds the postings. With more, postings are scanned. */
const MAX_BY_INDEX = 500;

/** Searches count up to this many postings. */
export const COUNT_UP_TO = 10_000;
/** The limit if many customers match and postings are scanned. */
const COUNT_SCANNED_UP_TO = 1_000;

/** A condition over `ledger_postings_of_shop AS posting`. */
export interface SelectedTransactions {
  shop: string;
  where: SQL;
  /** Restricted by time only: such postings are counted by the hour. */
  isByTimeOnly: boolean;
  /** Present if restricted by time and an indexed text only. */
  words?: Words;
  countUpTo: number;
}

/** The parts of `where`: in the span of time, and either of a matching customer or with a matching reference. */
export interface Words {
  text: string;
  isInSpan: SQL;
  isTheirs: SQL;
  isInReference: SQL;
}

/** The amounts of one type that a filter matches, signed, both included. */
interface SignedRange {
  type: PostingType;
  least: number;
  most: number;
}

/** The customers, actors and amounts that match a filter, if they were looked up. */
interface FilterMatches {
  /** Matching customers. Null when they are too many to list. */
  named?: readonly string[] | null;
  searched?: readonly string[] | null;
  actors?: readonly string[];
  ranges?: readonly SignedRange[];
}

/** The condition of a page. Matching customers, actors and types are looked up first, so that an index finds their postings. */
export async function selectTransactions(
  tx: ShopTransaction,
  shop: string,
  filter: TransactionFilter,
): Promise<SelectedTransactions> {
  const { search, customerName, customerEmail, createdByName, createdByEmail } = filter;
  return transactionCondition(shop, filter, {
    named:
      customerName || customerEmail ? await findCustomers(tx, shop, customerCondition(filter)) : undefined,
    searched: search ? await findCustomers(tx, shop, searchCondition(search)) : undefined,
    actors: createdByName || createdByEmail ? await findActors(tx, shop, filter) : undefined,
    ranges: await findRanges(tx, shop, signedRanges(filter)),
  });
}

/** The condition for pages, counts and exports. */
export function transactionCondition(
  shop: string,
  filter: TransactionFilter,
  { named, searched, actors, ranges = signedRanges(filter) }: FilterMatches = {},
): SelectedTransactions {
  let countUpTo = COUNT_UP_TO;
  const ofCustomers = (ids: readonly string[] | null | undefined, condition: SQL): SQL => {
    if (!ids || ids.length > MAX_BY_INDEX) countUpTo = COUNT_SCANNED_UP_TO;
    // Without this, the planner would look at every posting for a list that turns out to be empty.
    if (ids?.length === 0) return sql`false`;
    if (ids) return sql`posting.customer_id = ANY(${sql.param(ids)}::bigint[])`;
    // OFFSET prevents a join of all rows, which would be sorted before the first page.
    return sql`EXISTS (SELECT 1 FROM credit_accounts_of_shop AS account
       WHERE account.shop = posting.shop AND account.customer_id = posting.customer_id AND ${condition} OFFSET 0)`;
  };
  const times = [
    ...(filter.from ? [sql`posting.at >= ${filter.from}`] : []),
    ...(filter.until ? [sql`posting.at < ${filter.until}`] : []),
  ];
  const conditions: SQL[] = [];
  if (filter.customerId !== undefined) conditions.push(sql`posting.customer_id = ${filter.customerId}`);
  if (filter.customerName || filter.customerEmail)
    conditions.push(ofCustomers(named, customerCondition(filter)));
  // For a single actor the index has the list's order.
  if (actors?.length === 1) conditions.push(sql`posting.actor_id = ${actors[0]}`);
  else if (actors) conditions.push(sql`posting.actor_id = ANY(${sql.param(actors)}::text[])`);
  else if (filter.createdByName || filter.createdByEmail)
    conditions.push(sql`posting.actor_id IN (${matchingActors(shop, filter)})`);
  if (filter.expiring) conditions.push(isExpiring(filter.expiring));
  if (ranges.length > 0) conditions.push(sql`(${sql.join(ranges.map(isInRange), sql` OR `)})`);
  const isInSpan = allOf([sql`posting.shop = ${shop}`, ...times]);
  const { search: text } = filter;
  if (!text)
    return {
      shop,
      where: allOf([isInSpan, ...conditions]),
      isByTimeOnly: conditions.length === 0,
      countUpTo,
    };
  const isTheirs = ofCustomers(searched, searchCondition(text));
  const isInReference = hasIn(sql`lower(posting.reference)`, text);
  const isFound = isIndexed(text) && searched && searched.length <= MAX_BY_INDEX;
  return {
    shop,
    where: allOf([isInSpan, ...conditions, sql`(${isTheirs} OR ${isInReference})`]),
    isByTimeOnly: false,
    words: conditions.length === 0 && isFound ? { text, isInSpan, isTheirs, isInReference } : undefined,
    countUpTo,
  };
}

/**
 * Whether a `posting` is credit that expires in a span of time, of a customer who has credit left: credit that was spent doesn't expire,
 * nor does one that Shopify refused or that was reversed. OFFSET has each account read by its key, in the order of the postings.
 */
export const isExpiring = ({ after, until }: { after: Date; until: Date }): SQL =>
  sql`(posting.expires_at > ${after} AND posting.expires_at <= ${until}
    AND EXISTS (SELECT 1 FROM credit_accounts AS account
                 WHERE account.shop = posting.shop AND account.customer_id = posting.customer_id
                   AND account.balance_cents > 0 OFFSET 0)
    AND ${sql.raw(IS_IN_EFFECT)})`;

/** The ledger as its export reads it. Its pages have plans of their own, at any depth. */
export const transactionsQuery = defineListQuery({
  from: sql`ledger_postings_of_shop AS posting`,
  id: { by: sql`posting.number`, type: "bigint" },
  sorts: { createdAt: { by: sql`posting.at`, type: "timestamptz" } },
  conditions: ({ shop, filter }: { shop: string; filter: TransactionFilter }) => [
    transactionCondition(shop, filter).where,
  ],
});

const allOf = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` AND `);

const searchCondition = (search: string) => hasIn(sql`account.search_text`, search);

/** Part of the name and of the email. `search_text` has both and is indexed. */
function customerCondition({ customerName, customerEmail }: TransactionFilter): SQL {
  const isIn = (text: string, column: SQL) =>
    sql`${hasIn(sql`account.search_text`, text)} AND ${hasIn(sql`lower(coalesce(${column}, ''))`, text)}`;
  return allOf([
    ...(customerName ? [isIn(customerName, sql`account.name`)] : []),
    ...(customerEmail ? [isIn(customerEmail, sql`account.email`)] : []),
  ]);
}

/** The customers that match a condition. Null when they are too many to list. */
async function findCustomers(tx: ShopTransaction, shop: string, condition: SQL): Promise<string[] | null> {
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`SELECT customer_id::text AS id FROM credit_accounts_of_shop AS account
         WHERE shop = ${shop} AND ${condition} LIMIT ${sql.raw(String(MAX_NAMED_CUSTOMERS + 1))}`,
  );
  return rows.length > MAX_NAMED_CUSTOMERS ? null : rows.map(({ id }) => id);
}

/**
 * SQL for the ids of the actors that a filter matches by their latest name and email, read by one index step for each actor.
 * Someone who was renamed is found under the present name, with all of their postings.
 */
const matchingActors = (
  shop: string,
  { createdByName = "", createdByEmail = "" }: TransactionFilter,
): SQL => sql`
  WITH RECURSIVE actor (id) AS (
    (SELECT actor_id FROM ledger_postings WHERE shop = ${shop} ORDER BY actor_id LIMIT 1)
    UNION ALL
    SELECT (SELECT actor_id FROM ledger_postings WHERE shop = ${shop} AND actor_id > actor.id ORDER BY actor_id LIMIT 1)
      FROM actor WHERE actor.id IS NOT NULL)
  SELECT actor.id
    FROM actor, LATERAL (SELECT actor_name, actor_email FROM ledger_postings AS one
                          WHERE one.shop = ${shop} AND one.actor_id = actor.id
                          ORDER BY one.at DESC, one.number DESC LIMIT 1) AS latest
   WHERE actor.id IS NOT NULL AND strpos(lower(latest.actor_name), lower(${createdByName})) > 0
     AND strpos(lower(latest.actor_email), lower(${createdByEmail})) > 0`;

async function findActors(tx: ShopTransaction, shop: string, filter: TransactionFilter): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(tx, matchingActors(shop, filter));
  return rows.map(({ id }) => id);
}

const signedRanges = ({ amounts = {} }: TransactionFilter): SignedRange[] =>
  Object.entries(amounts).flatMap(([filter, [least, most]]) =>
    AMOUNT_FILTERS[filter as AmountFilter].types.map((type) =>
      SIGN_OF[type] > 0 ? { type, least, most } : { type, least: -most, most: -least },
    ),
  );

const isInRange = ({ type, least, most }: SignedRange): SQL =>
  sql`(posting.type = ${sql.raw(`'${type}'`)} AND posting.amount_cents BETWEEN ${least} AND ${most})`;

/**
 * Leaves out the ranges without a posting, by one index step for each. An index has the list's order for a single type only.
 * @returns the first range if all are empty, because without any the amounts wouldn't be restricted
 */
async function findRanges(
  tx: ShopTransaction,
  shop: string,
  ranges: readonly SignedRange[],
): Promise<readonly SignedRange[]> {
  if (ranges.length < 2) return ranges;
  const { rows } = await tx.$client.query<{ type: PostingType }>(
    `SELECT type FROM unnest($2::text[], $3::bigint[], $4::bigint[]) AS one (type, least, most)
      WHERE (SELECT min(amount_cents) FROM ledger_postings AS posting
              WHERE posting.shop = $1 AND posting.type = one.type AND amount_cents BETWEEN least AND most) IS NOT NULL`,
    [shop, ranges.map(({ type }) => type), ranges.map(({ least }) => least), ranges.map(({ most }) => most)],
  );
  const types = new Set(rows.map(({ type }) => type));
  const filled = ranges.filter(({ type }) => types.has(type));
  return filled.length > 0 ? filled : ranges.slice(0, 1);
}
