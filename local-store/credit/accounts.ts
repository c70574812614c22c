import { type Queryable, type Store, transaction } from "../data/database.ts";
import { bookExpirations } from "./book-transactions.ts";
import type { StoreCreditAccountRow } from "./rows.ts";

/** Identifies an account by its id, or by its owner and currency. */
export type AccountKey = { account: number } | { customer: number; currency: string };

/** Locks an account until the transaction ends and expires its due credits. Returns null if it doesn't exist. */
export async function lockAccount(
  db: Queryable,
  store: Store,
  shop: string,
  name: AccountKey,
): Promise<StoreCreditAccountRow | null> {
  const byId = "account" in name;
  const { rows } = await db.query<StoreCreditAccountRow>(
    `SELECT * FROM store_credit_accounts WHERE shop = $1 AND ${byId ? "id = $2" : "customer_id = $2 AND currency = $3"}
     FOR UPDATE`,
    byId ? [shop, name.account] : [shop, name.customer, name.currency],
  );
  const account = rows[0];
  if (!account) return null;
  await bookExpirations(db, store, account);
  return account;
}

/** Locks a customer's account in this currency, creating it if necessary. Returns null if the customer doesn't exist. */
export async function openAccount(
  db: Queryable,
  store: Store,
  shop: string,
  customerId: number,
  currency: string,
): Promise<StoreCreditAccountRow | null> {
  const { rowCount } = await db.query("SELECT FROM customers WHERE shop = $1 AND id = $2 FOR KEY SHARE", [
    shop,
    customerId,
  ]);
  if (rowCount === 0) return null;
  await db.query(
    `INSERT INTO store_credit_accounts (shop, customer_id, currency, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [shop, customerId, currency, new Date(store.clock.now())],
  );
  return lockAccount(db, store, shop, { customer: customerId, currency });
}

/** Reads an account after expiring its due credits. Returns null if it doesn't exist. */
export async function readAccount(
  store: Store,
  shop: string,
  id: number,
): Promise<StoreCreditAccountRow | null> {
  await expireDue(store, { shop, accounts: [id] });
  const { rows } = await store.pool.query<StoreCreditAccountRow>(
    "SELECT * FROM store_credit_accounts WHERE shop = $1 AND id = $2",
    [shop, id],
  );
  return rows[0] ?? null;
}

/** Reads the accounts of these customers, oldest first, after expiring their due credits. */
export async function readAccounts(
  store: Store,
  shop: string,
  customerIds: readonly number[],
): Promise<StoreCreditAccountRow[]> {
  const read = () =>
    store.pool.query<StoreCreditAccountRow>(
      "SELECT * FROM store_credit_accounts WHERE shop = $1 AND customer_id = ANY ($2) ORDER BY id",
      [shop, customerIds],
    );
  const { rows } = await read();
  const expired = await expireDue(store, { shop, accounts: rows.map(({ id }) => id) });
  return expired === 0 ? rows : (await read()).rows;
}

/**
 * Expires due credits, in the given accounts or in all.
 * @returns the number of changed accounts
 */
export async function expireDue(
  store: Store,
  within?: { shop: string; accounts: readonly number[] },
): Promise<number> {
  if (within?.accounts.length === 0) return 0;
  const { rows } = await store.pool.query<{ shop: string; account_id: number }>(
    `SELECT DISTINCT shop, account_id FROM store_credit_transactions
     WHERE remaining_cents > 0 AND NOT expired AND expires_at <= $1
       AND ($2::text IS NULL OR (shop = $2 AND account_id = ANY ($3)))
     LIMIT 1000`,
    [new Date(store.clock.now()), within?.shop ?? null, within?.accounts ?? null],
  );
  for (const { shop, account_id } of rows)
    await transaction(store, (client) => lockAccount(client, store, shop, { account: account_id }));
  return rows.length;
}
