import type pg from "pg";
import { badRequest, DatabaseUnavailable, Refusal } from "../errors";
import { isUnreadableNumber } from "./errors.server";
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
    if (isUnreadableNumber(error)) throw badRequest("An id or a number in the request isn't valid.");
    throw broken && !(error instanceof Refusal) ? new DatabaseUnavailable(error) : error;
  } finally {
    client.release(broken);
  }
}
