import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import type { AccountSort } from "./account-sorts";

/** A customer's credit, as lists show it. */
export interface CreditAccount {
  /** Below zero for somebody whose data were erased. */
  customerId: string;
  name: string;
  email: string | null;
  balanceCents: number;
  /** Of the balance, what debits on their way to Shopify will take. */
  heldCents: number;
  /** What credits on their way to Shopify will add. */
  comingCents: number;
}

/** Which accounts, in which order. */
export interface AccountQuery {
  /** A part of a name or of an address. */
  search: string;
  sort: AccountSort;
  descending: boolean;
}

/** The expression behind each order, with the type that its values are compared as. Each has an index. */
const ORDERS: Record<AccountSort, { expression: string; type: string }> = {
  name: { expression: "lower(name)", type: "text" },
  email: { expression: "lower(coalesce(email, ''))", type: "text" },
  balance: { expression: "balance_cents", type: "bigint" },
};

/** How accounts are put in the order of a list's column. @throws 400 for a column without an index */
export function accountOrder(key: string): { expression: string; type: string } {
  const order = ORDERS[key as AccountSort];
  if (!order) throw badRequest(`The list cannot be sorted by "${key}".`);
  return order;
}

/** A text as a part of a LIKE pattern, in lower case. */
const escaped = (text: string): string => text.toLowerCase().replace(/[\\%_]/g, "\\$&");

/** The trigram indexes find nothing that is shorter. */
const LEAST_WITHIN = 3;

/** What a word of a name, an address or a reference may follow: the beginning of the text, or one of these. */
const BEFORE_WORDS = ["", "% ", "%#", "%@", "%.", "%-"];

/**
 * SQL that is true of a text (in lower case) in which something stands: anywhere; one or two characters only where a word begins.
 * That alone an index can answer: anywhere, they would have every row of a large ledger read.
 */
export function hasIn(text: string, part: string, bind: (value: unknown) => string): string {
  if ([...part.trim()].length >= LEAST_WITHIN) return `${text} LIKE ${bind(`%${escaped(part)}%`)}`;
  const begun = escaped(part.trim());
  return `(${BEFORE_WORDS.map((before) => `${text} LIKE ${bind(`${before}${begun}%`)}`).join(" OR ")})`;
}

/** Three letters or digits together, a word's first one behind a sign, or its last two before one. */
const TRIGRAM = /[a-z0-9]{3}|[^a-z0-9][a-z0-9]|[a-z0-9]{2}[^a-z0-9]/;

/**
 * True where the indexes behind `hasIn` surely find a text by its trigrams, and need not be read from beginning to end. Of letters
 * beyond ASCII that depends on the database.
 */
export function isIndexed(part: string): boolean {
  const text = part.trim().toLowerCase();
  if (/[^\x20-\x7e]/.test(text)) return false;
  return [...text].length >= LEAST_WITHIN ? TRIGRAM.test(text) : /^[a-z0-9]/.test(text);
}

/** The condition that picks accounts from `credit_accounts_of_shop`, alike for pages, counts and exports. */
export function selectAccounts(shop: string, search: string) {
  const values: unknown[] = [shop];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const filters = ["shop = $1", ...(search ? [hasIn("search_text", search, bind)] : [])];
  return { values, bind, where: filters.join(" AND ") };
}

/** What is read of an account; `coming_cents` is what its open postings add. */
export const ACCOUNT_COLUMNS = `customer_id::text AS "customerId", name, email, balance_cents::float8 AS "balanceCents",
  held_cents::float8 AS "heldCents",
  coalesce((SELECT sum(posting.amount_cents) FROM ledger_open AS open
              JOIN ledger_postings AS posting ON posting.shop = open.shop AND posting.id = open.posting_id
             WHERE open.shop = account.shop AND open.customer_id = account.customer_id AND posting.amount_cents > 0),
           0)::float8 AS "comingCents"`;

/** A page of accounts. @param page from 1 */
export async function listAccounts(
  tx: ShopTransaction,
  shop: string,
  { search, sort, descending, page, pageSize }: AccountQuery & { page: number; pageSize: number },
): Promise<{ accounts: CreditAccount[]; total: number }> {
  const counted = selectAccounts(shop, search);
  const count = await tx.$client.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM credit_accounts_of_shop WHERE ${counted.where}`,
    counted.values,
  );
  const { values, bind, where } = selectAccounts(shop, search);
  const { expression } = accountOrder(sort);
  const order = descending ? "DESC" : "ASC";
  // What stands before the page is only counted over; the rest is read of the page alone.
  const { rows } = await tx.$client.query<CreditAccount>(
    `SELECT ${ACCOUNT_COLUMNS} FROM (
       SELECT * FROM credit_accounts_of_shop WHERE ${where} ORDER BY ${expression} ${order}, customer_id ${order}
        LIMIT ${bind(pageSize)} OFFSET ${bind((page - 1) * pageSize)}) AS account
      ORDER BY ${expression} ${order}, customer_id ${order}`,
    values,
  );
  return { accounts: rows, total: count.rows[0]?.total ?? 0 };
}

/** One customer's account; null for who never had credit. */
export async function findAccount(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
): Promise<CreditAccount | null> {
  const [account = null] = await findAccounts(tx, shop, [customerId]);
  return account;
}

/** Customers' accounts, by name; nobody's who never had credit. */
export async function findAccounts(
  tx: ShopTransaction,
  shop: string,
  customerIds: readonly number[],
): Promise<CreditAccount[]> {
  const { rows } = await tx.$client.query<CreditAccount>(
    `SELECT ${ACCOUNT_COLUMNS} FROM credit_accounts AS account
      WHERE shop = $1 AND customer_id = ANY($2::bigint[]) ORDER BY lower(name), customer_id`,
    [shop, customerIds],
  );
  return rows;
}
