import type pg from "pg";
import { inTransaction } from "./transaction.server";

/**
 * A transaction that may change append-only tables, such as the audit entries. It exists only to erase a person's data when the
 * law requires it. It runs as the tables' owner without row-level security, so each statement must filter by shop.
 */
export const withRedaction = <T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> =>
  inTransaction("BEGIN; SET LOCAL app.redacting = 'yes'", work);

/** All tables with a column `shop`, read from the catalog so that none can be forgotten. */
export async function tablesWithShop(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND c.column_name = 'shop' AND t.table_type = 'BASE TABLE' ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}
