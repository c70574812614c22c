import pg from "pg";
import { log } from "../log.server";

let pool: pg.Pool | undefined;

/**
 * The process's connections to PostgreSQL, as the login of `DATABASE_URL`. Only `platform` may use it directly
 * (an import rule holds this): everything that belongs to a shop goes through `withShop`.
 * @throws when `DATABASE_URL` is missing.
 */
export function database(): pg.Pool {
  if (!pool) {
    const connectionString = process.env.DATABASE_URL;
    if (!connectionString)
      throw new Error("DATABASE_URL is missing: it names the PostgreSQL database of Backroom.");
    pool = new pg.Pool({
      connectionString,
      max: Number(process.env.DATABASE_POOL ?? 20),
      statement_timeout: 60_000,
      idle_in_transaction_session_timeout: 60_000,
      application_name: "backroom",
    });
    // A connection that breaks while idle must not end the process; the next query gets a new one.
    pool.on("error", (error) => log.warn({ err: error.message }, "an idle database connection was lost"));
  }
  return pool;
}

/** Closes all connections; a later `database()` opens new ones. */
export async function closeDatabase(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.end();
}
