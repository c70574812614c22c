import type pg from "pg";

/**
 * Locks a customer's row in the mirror until the transaction ends. To avoid deadlocks, lock the customer before other rows of theirs,
 * such as a question.
 */
export async function lockCustomer(client: pg.ClientBase, shop: string, customerId: number): Promise<void> {
  await client.query("SELECT 1 FROM customers WHERE shop = $1 AND id = $2 FOR UPDATE", [shop, customerId]);
}

/**
 * Locks customers against their erasure until the transaction ends, and returns those who weren't erased. $1 is the shop, $2 the
 * array of ids.
 */
export const LOCK_CUSTOMERS_SQL = `SELECT id, display_name AS name, first_name, email FROM customers
  WHERE shop = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR KEY SHARE`;
