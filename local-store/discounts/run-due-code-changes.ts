import type pg from "pg";
import { type Store, transaction } from "../data/database.ts";
import { runCreation } from "./add-codes.ts";
import { type CodeDeletionRow, runDeletion } from "./delete-codes.ts";
import type { CodeCreationRow } from "./rows.ts";

/** Adds and deletes the codes that are due. */
export async function runDueCodeChanges(store: Store): Promise<void> {
  await runDue<CodeCreationRow>(store, "discount_code_creations", runCreation);
  await runDue<CodeDeletionRow>(store, "discount_code_deletions", runDeletion);
}

async function runDue<Row extends pg.QueryResultRow>(
  store: Store,
  table: string,
  run: (client: pg.PoolClient, row: Row) => Promise<void>,
): Promise<void> {
  const now = new Date(store.clock.now());
  for (let isDone = false; !isDone; ) {
    isDone = await transaction(store, async (client) => {
      const { rows } = await client.query<Row>(
        `UPDATE ${table} SET done_at = $1 WHERE (shop, id) IN (SELECT shop, id FROM ${table}
          WHERE done_at IS NULL AND due_at <= $1 ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING *`,
        [now],
      );
      if (rows[0]) await run(client, rows[0]);
      return !rows[0];
    });
  }
}
