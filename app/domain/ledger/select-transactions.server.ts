import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { hasIn, isIndexed } from "./list-accounts.server";
import { SIGN_OF } from "./posting";
import { AMOUNT_FILTERS, type AmountFilter, type TransactionFilter } from "./transaction-filter";

/** Customers are named one by one up to this many; of more, each posting is asked whether it is theirs. */
const NAMED_CUSTOMERS = 5_000;
/** So many customers' postings are found by an index; of more, each posting is looked at. */
const FOUND_BY_INDEX = 500;

/** So far postings are counted where every one of them has to be looked at. */
export const COUNT_UP_TO = 10_000;
/** The same where many customers match, and each posting is looked at for them. */
const COUNT_LOOKED_AT = 1_000;

/** A condition over `ledger_postings_of_shop AS posting`. */
export interface SelectedTransactions {
  values: unknown[];
  bind(value: unknown): string;
  where: string;
  /** Narrowed by nothing but time: such postings are counted by the hour. */
  isByTimeOnly: boolean;
  /** Narrowed by nothing but time and words, of which an index tells whose and which postings have them. */
  words?: Words;
  countUpTo: number;
}

/** `where` in its parts: in its span of time, what customers have whom the text means, or what has it in its reference. */
export interface Words {
  text: string;
  isInSpan: string;
  isTheirs: string;
  isInReference: string;
}

/** Who is meant by the names of a filter, where they were looked up; without it each posting is asked. */
interface LookedUp {
  /** Customers by what their name or address has; null when they are too many to be named. */
  named?: readonly string[] | null;
  searched?: readonly string[] | null;
  actors?: readonly string[];
}

/** The condition of a page: the few whom names mean are looked up first, so that their own index finds their postings. */
export async function selectTransactions(
  tx: ShopTransaction,
  shop: string,
  filter: TransactionFilter,
): Promise<SelectedTransactions> {
  const { search, customerName, customerEmail, createdByName, createdByEmail } = filter;
  return transactionCondition(shop, filter, {
    named:
      customerName || customerEmail
        ? await customersWith(tx, shop, (bind) => customerConditions(filter, bind).join(" AND "))
        : undefined,
    searched: search ? await customersWith(tx, shop, (bind) => searchCondition(search, bind)) : undefined,
    actors: createdByName || createdByEmail ? await actorsWith(tx, shop, filter) : undefined,
  });
}

/** The condition that picks postings, alike for pages, counts and exports. */
export function transactionCondition(
  shop: string,
  filter: TransactionFilter,
  { named, searched, actors }: LookedUp = {},
): SelectedTransactions {
  const values: unknown[] = [shop];
  const bind = (value: unknown) => `$${values.push(value)}`;
  let countUpTo = COUNT_UP_TO;
  const ofCustomers = (ids: readonly string[] | null | undefined, condition: () => string): string => {
    if (!ids || ids.length > FOUND_BY_INDEX) countUpTo = COUNT_LOOKED_AT;
    if (ids) return `posting.customer_id = ANY(${bind(ids)}::bigint[])`;
    // OFFSET keeps it from becoming a join of everything, which would be sorted before the first page is there.
    return `EXISTS (SELECT 1 FROM credit_accounts_of_shop AS account
       WHERE account.shop = posting.shop AND account.customer_id = posting.customer_id AND ${condition()} OFFSET 0)`;
  };
  const times = [
    ...(filter.from ? [`posting.at >= ${bind(filter.from)}`] : []),
    ...(filter.until ? [`posting.at < ${bind(filter.until)}`] : []),
  ];
  const conditions: string[] = [];
  if (filter.customerId !== undefined) conditions.push(`posting.customer_id = ${bind(filter.customerId)}`);
  if (filter.customerName || filter.customerEmail)
    conditions.push(ofCustomers(named, () => customerConditions(filter, bind).join(" AND ")));
  // Of one person the index has them in the list's order, which it has not of several.
  if (actors?.length === 1) conditions.push(`posting.actor_id = ${bind(actors[0])}`);
  else if (actors) conditions.push(`posting.actor_id = ANY(${bind(actors)}::text[])`);
  else {
    const { createdByName, createdByEmail } = filter;
    if (createdByName) conditions.push(contains("posting.actor_name", createdByName, bind));
    if (createdByEmail) conditions.push(contains("posting.actor_email", createdByEmail, bind));
  }
  const amounts = amountConditions(filter.amounts ?? {}, bind);
  if (amounts.length > 0) conditions.push(`(${amounts.join(" OR ")})`);
  const isInSpan = ["posting.shop = $1", ...times].join(" AND ");
  const { search: text } = filter;
  if (!text)
    return {
      values,
      bind,
      where: [isInSpan, ...conditions].join(" AND "),
      isByTimeOnly: conditions.length === 0,
      countUpTo,
    };
  const isTheirs = ofCustomers(searched, () => searchCondition(text, bind));
  const isInReference = hasIn("lower(posting.reference)", text, bind);
  const isFound = isIndexed(text) && searched && searched.length <= FOUND_BY_INDEX;
  return {
    values,
    bind,
    where: [isInSpan, ...conditions, `(${isTheirs} OR ${isInReference})`].join(" AND "),
    isByTimeOnly: false,
    words: conditions.length === 0 && isFound ? { text, isInSpan, isTheirs, isInReference } : undefined,
    countUpTo,
  };
}

type Bind = (value: unknown) => string;

const searchCondition = (search: string, bind: Bind) => hasIn("account.search_text", search, bind);

/** True of a column that has a text anywhere, in any case; of too few rows to need an index. */
const contains = (column: string, part: string, bind: Bind): string =>
  `strpos(lower(coalesce(${column}, '')), ${bind(part.toLowerCase())}) > 0`;

/** A part of the name, and of the address: `search_text` has both, and its index finds them. */
function customerConditions({ customerName, customerEmail }: TransactionFilter, bind: Bind) {
  const isIn = (text: string, column: string) =>
    `${hasIn("account.search_text", text, bind)} AND ${hasIn(`lower(coalesce(${column}, ''))`, text, bind)}`;
  return [
    ...(customerName ? [isIn(customerName, "account.name")] : []),
    ...(customerEmail ? [isIn(customerEmail, "account.email")] : []),
  ];
}

/** The customers that a condition is true of; null when they are too many to be named. */
async function customersWith(
  tx: ShopTransaction,
  shop: string,
  condition: (bind: (value: unknown) => string) => string,
): Promise<string[] | null> {
  const values: unknown[] = [shop];
  const where = condition((value) => `$${values.push(value)}`);
  const { rows } = await tx.$client.query<{ id: string }>(
    `SELECT customer_id::text AS id FROM credit_accounts_of_shop AS account WHERE shop = $1 AND ${where} LIMIT ${NAMED_CUSTOMERS + 1}`,
    values,
  );
  return rows.length > NAMED_CUSTOMERS ? null : rows.map(({ id }) => id);
}

/** Everybody who ever posted, with the name that they had last, one step of an index for each; then those whom the filter means. */
async function actorsWith(
  tx: ShopTransaction,
  shop: string,
  { createdByName = "", createdByEmail = "" }: TransactionFilter,
): Promise<string[]> {
  const { rows } = await tx.$client.query<{ id: string; name: string; email: string }>(
    `WITH RECURSIVE actor (id) AS (
       (SELECT actor_id FROM ledger_postings WHERE shop = $1 ORDER BY actor_id LIMIT 1)
       UNION ALL
       SELECT (SELECT actor_id FROM ledger_postings WHERE shop = $1 AND actor_id > actor.id ORDER BY actor_id LIMIT 1)
         FROM actor WHERE actor.id IS NOT NULL)
     SELECT actor.id, latest.actor_name AS name, latest.actor_email AS email
       FROM actor, LATERAL (SELECT actor_name, actor_email FROM ledger_postings AS posting
                             WHERE posting.shop = $1 AND posting.actor_id = actor.id
                             ORDER BY posting.at DESC, posting.number DESC LIMIT 1) AS latest
      WHERE actor.id IS NOT NULL`,
    [shop],
  );
  const [name, email] = [createdByName.toLowerCase(), createdByEmail.toLowerCase()];
  return rows
    .filter((actor) => actor.name.toLowerCase().includes(name) && actor.email.toLowerCase().includes(email))
    .map(({ id }) => id);
}

function amountConditions(
  amounts: NonNullable<TransactionFilter["amounts"]>,
  bind: (value: unknown) => string,
) {
  return Object.entries(amounts).map(([filter, [least, most]]) => {
    const type = AMOUNT_FILTERS[filter as AmountFilter];
    const signed = SIGN_OF[type] > 0 ? [least, most] : [-most, -least];
    return `(posting.type = '${type}' AND posting.amount_cents BETWEEN ${bind(signed[0])} AND ${bind(signed[1])})`;
  });
}
