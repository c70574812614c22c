import type pg from "pg";
import { DatabaseUnavailable, Refusal } from "../errors";
import { database } from "./pool.server";

/**
 * Runs `work` in a transaction on its own connection. Rolls back when it throws.
 * @param begin SQL that begins the transaction and sets its role and variables in one round trip
 * @throws what `work` throws, or `DatabaseUnavailable` when the connection was lost
 */
export async function inTransaction<T>(
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database().connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((lost: Error) => {
      broken = lost;
    });
    throw broken && !(error instanceof Refusal) ? new DatabaseUnavailable(error) : error;
  } finally {
    client.release(broken);
  }
}
