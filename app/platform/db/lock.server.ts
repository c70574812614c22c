import pg from "pg";
import { connectionConfig } from "./connection.server";
import { isLockTimeout } from "./errors.server";

/** A lock that only one process can hold, among all that share the database. */
export interface HeldLock {
  /** Aborted when the connection breaks: from then on another process may hold the lock. */
  lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Acquires the lock with this name. It lasts as long as its own connection: it is released immediately when the process dies, and
 * within about 12 seconds when the machine or its network fails.
 * @param waitMs how long to wait for a lock that another process holds
 * @returns null when another process holds it
 */
export async function acquireLock(name: string, waitMs = 0): Promise<HeldLock | null> {
  const lost = new AbortController();
  const client = new pg.Client(connectionConfig("backroom-lock"));
  const lose = () => lost.abort(new Error("The connection that holds the lock was lost."));
  client.on("error", lose);
  client.on("end", lose);
  // A connection that is closed on purpose isn't lost.
  const release = () => {
    client.off("end", lose);
    return client.end();
  };
  await client.connect();
  try {
    // By default PostgreSQL notices a vanished machine only after two hours.
    await client.query(
      "SET tcp_keepalives_idle = 6; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3",
    );
    if (await tryLock(client, name, waitMs)) return { lost: lost.signal, release };
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return null;
}

async function tryLock(client: pg.Client, name: string, waitMs: number): Promise<boolean> {
  const lock = "hashtextextended($1, 0)";
  if (waitMs === 0) {
    const { rows } = await client.query<{ held: boolean }>(`SELECT pg_try_advisory_lock(${lock}) AS held`, [
      name,
    ]);
    return rows[0]?.held ?? false;
  }
  await client.query(`SET lock_timeout = ${Math.ceil(waitMs)}`);
  try {
    await client.query(`SELECT pg_advisory_lock(${lock})`, [name]);
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}
