import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import { containsIndexed, MIN_TRIGRAM_LENGTH } from "~/core/lists/search.server";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Cents } from "~/platform/money/cents";

/** A customer's credit. */
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
