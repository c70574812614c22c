import { type Store, transaction } from "../data/database.ts";
import { lockAccount } from "./accounts.ts";
import type { StoreCreditTransactionRow } from "./rows.ts";

/** Expires a credit immediately. @returns false if it doesn't exist or has nothing left */
export async function expireNow(store: Store, shop: string, creditId: number): Promise<boolean> {
  return transaction(store, async (client) => {
    const { rows } = await client.query<Pick<StoreCreditTransactionRow, "account_id">>(
      "SELECT account_id FROM store_credit_transactions WHERE shop = $1 AND id = $2 AND type = 'CREDIT'",
      [shop, creditId],
    );
    const [credit] = rows;
    if (!credit) return false;
    const name = { account: credit.account_id };
    await lockAccount(client, store, shop, name);
    const { rowCount } = await client.query(
      `UPDATE store_credit_transactions SET expires_at = $3
       WHERE shop = $1 AND id = $2 AND remaining_cents > 0 AND NOT expired`,
      [shop, creditId, new Date(store.clock.now())],
    );
    if (rowCount === 0) return false;
    await lockAccount(client, store, shop, name);
    return true;
  });
}
