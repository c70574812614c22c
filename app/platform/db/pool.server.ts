import pg from "pg";
import { DatabaseUnavailable } from "../errors";
import { log } from "../log.server";
import { connectionConfig, SESSION_SETTINGS } from "./connection.server";
import { isConnectionLost } from "./errors.server";
import { DEFAULT_POOL_SIZE } from "./pool-size";

/** How long to wait for a connection, new or from the pool. */
const CONNECTION_TIMEOUT_MS = 15_000;

/** An option of `pg` that its types don't have yet. */
interface PipelineOption {
  pipeline: boolean;
}

let pool: pg.Pool | undefined;

/**
 * The process's connection pool, with the login of `DATABASE_URL`. Only `platform` may use it directly, which an import rule
 * checks. Access to a shop's rows goes through `withShop`.
 * @throws when `DATABASE_URL` is missing. Its methods reject with `DatabaseUnavailable` when the database can't be reached.
 */
export function database(): pg.Pool {
  if (!pool) {
    pool = new pg.Pool({
      ...connectionConfig("backroom"),
      max: Number(process.env.DATABASE_POOL ?? DEFAULT_POOL_SIZE),
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      // Before the connection is used: it must never be used without its limits.
      onConnect: async (client) => void (await client.query(SESSION_SETTINGS)),
      // Statements that are started together are sent together, and run in that order.
      ...({ pipeline: true } satisfies PipelineOption),
    });
    // A lost connection must not end the process. The pool listens on idle connections only: one inside a transaction has no
    // listener, and Node takes its loss as an uncaught error. Its next query fails, and a later one gets a new connection.
    pool.on("error", (error) => log.warn({ err: error.message }, "an idle database connection was lost"));
    pool.on("connect", (client) => {
      client.on("error", (error) => log.warn({ err: error.message }, "a database connection was lost"));
    });
    pool.connect = withUnavailable(pool.connect);
    pool.query = withUnavailable(pool.query);
  }
  return pool;
}

/** The method in its promise form rejects with `DatabaseUnavailable` when the connection was the problem. */
function withUnavailable<Method extends (...args: never[]) => unknown>(method: Method): Method {
  return function (this: unknown, ...args: never[]) {
    const result = Reflect.apply(method, this, args);
    if (!(result instanceof Promise)) return result;
    return result.catch((error) => {
      throw isConnectionLost(error) ? new DatabaseUnavailable(error) : error;
    });
  } as Method;
}

/** Closes all connections. A later `database()` opens new ones. */
export async function closeDatabase(): Promise<void> {
  const closing = pool;
  pool = undefined;
  await closing?.end();
}
