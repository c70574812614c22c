import { randomUUID } from "node:crypto";
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

/** What stands between Backroom and PostgreSQL. */
type PoolMode = "direct" | "session" | "transaction";

const REFUSAL = `DATABASE_URL leads through a connection pooler in transaction mode. Locks, LISTEN and settings don't survive that.
Set pool_mode = session for Backroom's database in the pooler (pgbouncer.ini), or let DATABASE_URL name PostgreSQL itself.`;

/** How often the server behind an idle connection is asked for: a pooler may hand out its connections in turn. */
const LOOKS = 6;

/**
 * Finds out whether a pooler is between, and whether a connection keeps its server. A pooler makes up the process id that a client
 * needs to cancel a query.
 */
export async function readPoolMode(databaseUrl: string): Promise<PoolMode> {
  const first = new pg.Client(connectionConfig("backroom-start", databaseUrl));
  const second = new pg.Client(connectionConfig("backroom-start", databaseUrl));
  for (const client of [first, second]) client.on("error", () => undefined);
  await first.connect();
  try {
    const ownPid = await backendPid(first);
    const { processID } = first as unknown as { processID: number };
    if (ownPid === processID) return "direct";
    await second.connect();
    return (await keepsServer(first, second, ownPid)) ? "session" : "transaction";
  } finally {
    await first.end();
    // It may not have been connected.
    await second.end().catch(() => undefined);
  }
}

/** @throws Error with the remedy when the pooler is in transaction mode */
export async function refuseTransactionPooling(databaseUrl: string): Promise<void> {
  if ((await readPoolMode(databaseUrl)) === "transaction") throw new Error(REFUSAL);
}

async function keepsServer(first: pg.Client, second: pg.Client, ownPid: number): Promise<boolean> {
  const mark = randomUUID();
  await first.query("SELECT set_config('app.pool_probe', $1, false)", [mark]);
  // It occupies the server that the pooler would give next: in transaction mode, the one that the first has just returned.
  await second.query("BEGIN");
  try {
    const seen = await readMark(second);
    if (seen === mark) return false;
    for (let look = 0; look < LOOKS; look += 1)
      if ((await backendPid(first)) !== ownPid || (await readMark(first)) !== mark) return false;
    return true;
  } finally {
    await second.query("ROLLBACK");
  }
}

async function backendPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
}

async function readMark(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    "SELECT current_setting('app.pool_probe', true) AS mark",
  );
  return rows[0]?.mark ?? null;
}
