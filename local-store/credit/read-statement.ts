import type { Store } from "../data/database.ts";
import { ordersOf } from "../orders/read-orders.ts";
import type { OrderRow } from "../orders/rows.ts";
import { readAccounts } from "./accounts.ts";
import type { StoreCreditAccountRow, StoreCreditTransactionRow } from "./rows.ts";

/** A customer's store credit accounts with their transactions, latest first, and orders. */
export interface Statement {
  accounts: Array<StoreCreditAccountRow & { transactions: StoreCreditTransactionRow[] }>;
  orders: OrderRow[];
}

/** Reads a customer's statement after expiring due credits. */
export async function readStatement(store: Store, shop: string, customerId: number): Promise<Statement> {
  const accounts = await readAccounts(store, shop, [customerId]);
  const { rows } = await store.pool.query<StoreCreditTransactionRow>(
    `SELECT * FROM store_credit_transactions WHERE shop = $1 AND account_id = ANY ($2)
     ORDER BY created_at DESC, id DESC`,
    [shop, accounts.map(({ id }) => id)],
  );
  return {
    accounts: accounts.map((account) => ({
      ...account,
      transactions: rows.filter(({ account_id }) => account_id === account.id),
    })),
    orders: await ordersOf(store.pool, shop, customerId),
  };
}
