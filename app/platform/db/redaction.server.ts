import type pg from "pg";
import { inTransaction } from "./transaction.server";

/**
 * A transaction that may change what is otherwise only added to (the audit entries), bound to one shop. For one purpose:
 * erasing somebody's data when the law asks for it. It runs as the tables' owner, so every statement must name the shop.
 */
export const withRedaction = <T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> =>
  inTransaction("BEGIN; SET LOCAL app.redacting = 'yes'", work);

/** Every table that has rows of shops, found in the database itself so that a new one is not forgotten. */
export async function tablesWithShop(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND c.column_name = 'shop' AND t.table_type = 'BASE TABLE' ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}
