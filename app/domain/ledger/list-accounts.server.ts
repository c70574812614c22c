import { type SQL, sql } from "drizzle-orm";
import {
  defineListQuery,
  queryRows,
  readNumberedPage,
  type SortExpression,
} from "~/core/lists/list-query.server";
import { containsIndexed, MIN_TRIGRAM_LENGTH } from "~/core/lists/search.server";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Cents } from "~/platform/money/cents";

/** What accounts can be sorted by; each has an index. */
export const ACCOUNT_SORTS = ["name", "email", "balance"] as const;

export type AccountSort = (typeof ACCOUNT_SORTS)[number];

/** A customer's credit, as lists show it. */
export interface CreditAccount {
  /** Negative for an erased customer. */
  customerId: string;
  name: string;
  email: string | null;
  balanceCents: Cents;
  /** The part of the balance that pending debits will take. */
  heldCents: Cents;
  /** What pending credits will add. */
  comingCents: Cents;
  /** When the balance was last the same as Shopify's, or was found to differ, ISO 8601. Null before the first comparison. */
  comparedAt: string | null;
}

/** Which accounts, in which order. */
export interface AccountQuery {
  /** Part of a name or an email. */
  search: string;
  sort: AccountSort;
  descending: boolean;
}

/** The characters before a word in a name, an email or a reference. */
const SEPARATORS = [" ", "#", "@", ".", "-"];

/** The words of a search. A word without a letter or digit has no trigram: an index would have to read every row for it. */
export const wordsOf = (search: string): string[] =>
  search.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

/**
 * Whether a lowercase expression contains all words of a text. One or two characters match only where a word begins. A text without
 * a letter or digit matches nothing.
 */
export function hasIn(lowercase: SQL, text: string): SQL {
  const words = wordsOf(text);
  if (words.length === 0) return sql`false`;
  return sql`(${sql.join(
    words.map((word) => containsIndexed(lowercase, word, SEPARATORS)),
    sql` AND `,
  )})`;
}

/** Three letters or digits, a word's first one after another character, or its last two before one. */
const TRIGRAM = /[a-z0-9]{3}|[^a-z0-9][a-z0-9]|[a-z0-9]{2}[^a-z0-9]/;

/**
 * Whether the indexes of `hasIn` surely find a text by its trigrams without a full scan. For letters beyond ASCII that depends on
 * the database.
 */
export const isIndexed = (text: string): boolean => wordsOf(text.toLowerCase()).some(isIndexedWord);

function isIndexedWord(word: string): boolean {
  if (/[^\x20-\x7e]/.test(word)) return false;
  return [...word].length >= MIN_TRIGRAM_LENGTH ? TRIGRAM.test(word) : /^[a-z0-9]/.test(word);
}

/** The accounts of a shop. Each order has an index. */
export const accountsQuery = defineListQuery({
  from: sql`credit_accounts_of_shop AS account`,
  id: { by: sql`customer_id`, type: "bigint" },
  sorts: {
    name: { by: nameOrder(sql`name`), type: "text" },
    email: { by: sql`lower(coalesce(email, ''))`, type: "text" },
    balance: { by: sql`balance_cents`, type: "bigint" },
  } satisfies Record<AccountSort, SortExpression>,
  conditions: ({ shop, search }: { shop: string; search: string }) => [
    sql`shop = ${shop}`,
    search ? hasIn(sql`search_text`, search) : undefined,
  ],
});

/** The sum of the open postings of an `account` that fulfill a condition, signed. */
export const sumOfOpen = (condition: SQL): SQL => sql`coalesce((
  SELECT sum(posting.amount_cents) FROM ledger_open AS open
    JOIN ledger_postings AS posting ON posting.shop = open.shop AND posting.id = open.posting_id
   WHERE open.shop = account.shop AND open.customer_id = account.customer_id AND ${condition}), 0)`;

/** The columns of an account. `comingCents` is what its open postings add. */
const ACCOUNT_COLUMNS = sql`customer_id::text AS "customerId", name, email, balance_cents::float8 AS "balanceCents",
  held_cents::float8 AS "heldCents",
  to_char(compared_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "comparedAt",
  ${sumOfOpen(sql`posting.amount_cents > 0`)}::float8 AS "comingCents"`;

/** A page of accounts. @param page from 1 */
export async function listAccounts(
  tx: ShopTransaction,
  shop: string,
  { search, sort, descending, page, pageSize }: AccountQuery & { page: number; pageSize: number },
): Promise<{ accounts: readonly CreditAccount[]; total: number }> {
  const options = { filter: { shop, search }, order: { key: sort, descending }, page, pageSize };
  const { rows, total } = await readNumberedPage(tx, accountsQuery, options, (selection) =>
    // The accounts before the page are only counted. The other columns are read for the page alone.
    queryRows<CreditAccount & { total: string }>(
      tx,
      sql`SELECT ${ACCOUNT_COLUMNS}, total FROM (
            SELECT *, ${selection.total} AS total FROM credit_accounts_of_shop AS account
             WHERE ${selection.where} ORDER BY ${selection.orderBy}
             LIMIT ${selection.limit} OFFSET ${selection.offset}) AS account
           ORDER BY ${selection.orderBy}`,
    ),
  );
  return { accounts: rows.map(({ total: _, ...account }) => account), total };
}

/** A customer's account. Null for a customer who never had credit. */
export async function findAccount(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
): Promise<CreditAccount | null> {
  const [account = null] = await findAccounts(tx, shop, [customerId]);
  return account;
}

/** The accounts of those customers who have one, by name. */
export async function findAccounts(
  tx: ShopTransaction,
  shop: string,
  customerIds: readonly number[],
): Promise<CreditAccount[]> {
  return queryRows<CreditAccount>(
    tx,
    sql`SELECT ${ACCOUNT_COLUMNS} FROM credit_accounts AS account
         WHERE shop = ${shop} AND customer_id = ANY(${sql.param(customerIds)}::bigint[])
         ORDER BY ${nameOrder(sql`name`)}, customer_id`,
  );
}
