import pg from "pg";
import { parseDatabaseUrl } from "./database-url";
import { type PrimarySearch, PrimarySocket } from "./primary-socket.server";

/** Long enough that only a host that has vanished is given up (milliseconds). By default Linux notices after two hours. */
const KEEP_ALIVE_AFTER_MS = 10_000;

const searches = new Map<string, PrimarySearch>();

/** What node-postgres needs for a connection to the database. */
type ConnectionConfig = pg.ClientConfig & { connectionString: string };

/**
 * How to connect to the database: the only place that reads `DATABASE_URL`. With several hosts, each new connection goes to the one
 * that takes writes.
 *
 * It has no time limits: pgbouncer refuses a connection that begins with one. `SESSION_SETTINGS` is set after connecting.
 * @param name the connection's name in `pg_stat_activity`
 * @throws when `DATABASE_URL` is missing or can't be used
 */
export function connectionConfig(name: string, databaseUrl = process.env.DATABASE_URL): ConnectionConfig {
  if (!databaseUrl) throw new Error("DATABASE_URL is missing: it names the PostgreSQL database of Backroom.");
  const { url, hosts } = parseDatabaseUrl(databaseUrl);
  const config: ConnectionConfig = {
    connectionString: url,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
  if (hosts.length === 0) return config;
  const search = searches.get(databaseUrl) ?? { url, hosts };
  searches.set(databaseUrl, search);
  return { ...config, stream: () => new PrimarySocket(search) };
}

/** Runs some work on a connection of its own. */
export async function onConnection<T>(
  name: string,
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connectionConfig(name, databaseUrl));
  // A statement that is running when the connection breaks fails with the same error.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * What each pooled connection sets after connecting: its time limits, and that a commit is acknowledged only when the synchronous
 * standbys have it. A database may be set to less, and then a fail-over would lose money that was acknowledged. One that is set to
 * more stays so.
 */
export const SESSION_SETTINGS = `SET statement_timeout = '60s'; SET idle_in_transaction_session_timeout = '60s';
  SELECT set_config('synchronous_commit', 'on', false)
   WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')`;
