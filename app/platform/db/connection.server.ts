import net from "node:net";
import pg from "pg";
import { type DatabaseHost, parseDatabaseUrl, withHost } from "./database-url";

/** How long one host may take to answer whether it takes writes (milliseconds). */
const PROBE_MS = 3_000;
/** An answer is used again for this long, so that a pool that fills asks once (milliseconds). */
const FRESH_MS = 1_000;

/** No host of `DATABASE_URL` takes writes: all are down, or a fail-over is under way. */
class NoPrimary extends Error {
  readonly code = "ECONNREFUSED";
}

/** What is known about the hosts of one connection string. */
interface PrimarySearch {
  url: string;
  hosts: readonly DatabaseHost[];
  found?: { host: DatabaseHost; at: number };
  searching?: Promise<DatabaseHost>;
}

/**
 * A socket that connects to the host that accepts writes, whichever host is requested. Node-postgres has a factory for
 * sockets, so every connection of the process, the queue's own included, follows a fail-over.
 */
class PrimarySocket extends net.Socket {
  constructor(private readonly search: PrimarySearch) {
    super();
  }

  // biome-ignore lint/suspicious/noExplicitAny: it replaces every overload of the method.
  override connect(..._address: any[]): this {
    findPrimary(this.search).then(
      ({ host, port }) => {
        if (!this.destroyed) super.connect(port, host);
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}

/** The host that takes writes. Concurrent searches share one. @throws when none does */
function findPrimary(search: PrimarySearch): Promise<DatabaseHost> {
  const { found } = search;
  if (found && performance.now() - found.at < FRESH_MS) return Promise.resolve(found.host);
  search.searching ??= askHosts(search).finally(() => {
    search.searching = undefined;
  });
  return search.searching;
}

async function askHosts(search: PrimarySearch): Promise<DatabaseHost> {
  const last = search.found?.host;
  // The last primary first: usually it still is.
  const hosts = last ? [last, ...search.hosts.filter((host) => host !== last)] : search.hosts;
  const problems: string[] = [];
  for (const host of hosts) {
    const problem = await ask(search.url, host);
    if (problem === null) {
      search.found = { host, at: performance.now() };
      return host;
    }
    problems.push(`${host.host}:${host.port} ${problem}`);
  }
  search.found = undefined;
  throw new NoPrimary(`No host of DATABASE_URL takes writes: ${problems.join(", ")}.`);
}

/** @returns why the host can't be used, or null when it takes writes */
async function ask(url: string, { host, port }: DatabaseHost): Promise<string | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "backroom-primary",
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    // The string names the first host.
    stream: () => new RedirectedSocket(host, port),
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>("SHOW transaction_read_only");
    return rows[0]?.transaction_read_only === "off" ? null : "is a standby or read-only";
  } catch (error) {
    return `doesn't answer (${(error as Error).message})`;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** A socket to one fixed host. */
class RedirectedSocket extends net.Socket {
  constructor(
    private readonly host: string,
    private readonly port: number,
  ) {
    super();
  }

  // biome-ignore lint/suspicious/noExplicitAny: it replaces every overload of the method.
  override connect(..._address: any[]): this {
    return super.connect(this.port, this.host);
  }
}

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

/** The connection string with the one host that takes writes now, for what connects to a single one. @throws when none does */
export async function primaryUrl(databaseUrl: string): Promise<string> {
  const { url, hosts } = parseDatabaseUrl(databaseUrl);
  if (hosts.length === 0) return url;
  const { host, port } = await findPrimary({ url, hosts });
  return withHost(url, { host, port });
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
