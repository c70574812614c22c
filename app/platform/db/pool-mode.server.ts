import { randomUUID } from "node:crypto";
import pg from "pg";
import { connectionConfig } from "./connection.server";

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
