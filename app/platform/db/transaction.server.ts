import type pg from "pg";
import { badRequest, DatabaseUnavailable, Refusal } from "../errors";
import { areCommitsStuck, CommitUnconfirmed, commit, hasWritten, notSaved } from "./commit.server";
import { isLockTimeout, isUnreadableNumber } from "./errors.server";
import { database } from "./pool.server";

/** While commits are stuck, the rows that they changed stay locked. */
const STUCK_LOCK_LIMIT = "SET LOCAL lock_timeout = '2s'";

/**
 * Runs `work` in a transaction on its own connection. Rolls back when it throws.
 * @param begin SQL that begins the transaction and sets its role and variables in one round trip
 * @throws what `work` throws, or `DatabaseUnavailable` when the connection was lost or the change can't be committed
 */
export async function inTransaction<T>(
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database().connect();
  const isStuck = areCommitsStuck();
  let released: Promise<Error | undefined> = Promise.resolve(undefined);
  try {
    await client.query(isStuck ? `${begin}; ${STUCK_LOCK_LIMIT}` : begin);
    const result = await work(client);
    if (areCommitsStuck() && (await hasWritten(client))) throw notSaved();
    await commit(client);
    return result;
  } catch (error) {
    if (error instanceof CommitUnconfirmed) {
      released = error.ended;
      throw error;
    }
    const broken = await client.query("ROLLBACK").then(
      () => undefined,
      (lost: Error) => lost,
    );
    released = Promise.resolve(broken);
    if (isStuck && isLockTimeout(error)) throw notSaved();
    if (isUnreadableNumber(error)) throw badRequest("An id or a number in the request isn't valid.");
    throw broken && !(error instanceof Refusal) ? new DatabaseUnavailable(error) : error;
  } finally {
    void released.then((broken) => client.release(broken));
  }
}

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
