import type pg from "pg";

/**
 * Locks a customer's row in the mirror until the transaction ends. Changes of a customer's question lock it before the question, as a
 * decision does that completes.
 */
export async function lockCustomer(client: pg.ClientBase, shop: string, customerId: number): Promise<void> {
  await client.query("SELECT 1 FROM customers WHERE shop = $1 AND id = $2 FOR UPDATE", [shop, customerId]);
}

/**
 * SQL that selects the customers $2 of the shop $1 by their ids. Their erasure waits until the transaction ends. An erased customer is
 * left out.
 */
export const HELD_CUSTOMERS = `SELECT id, display_name AS name, first_name, email FROM customers
  WHERE shop = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR KEY SHARE`;
