import pg from "pg";
import { log } from "../log.server";

let pool: pg.Pool | undefined;

/**
 * The process's connection pool, with the login of `DATABASE_URL`. Only `platform` may use it directly, which an import rule
 * checks. Access to a shop's rows goes through `withShop`.
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
    // A lost connection must not end the process. The pool listens on idle connections only: one inside a transaction has no
    // listener, and Node takes its loss as an uncaught error. Its next query fails, and a later one gets a new connection.
    pool.on("error", (error) => log.warn({ err: error.message }, "an idle database connection was lost"));
    pool.on("connect", (client) => {
      client.on("error", (error) => log.warn({ err: error.message }, "a database connection was lost"));
    });
  }
  return pool;
}

/** Closes all connections. A later `database()` opens new ones. */
export async function closeDatabase(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.end();
}
