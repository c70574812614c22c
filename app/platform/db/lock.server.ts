import pg from "pg";

/** A lock that exactly one process of all that share the database can hold. */
export interface HeldLock {
  /** Aborted when the connection breaks: from then on somebody else may hold the lock. */
  lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Takes the lock of this name, without waiting unless told to. It lives as long as its own connection, so it is free again at once when
 * the process dies, and within about 12 seconds when the whole machine or its network does.
 * @param waitMs for so long whoever holds it is waited for
 * @returns null when somebody else holds it
 */
export async function takeLock(name: string, waitMs = 0): Promise<HeldLock | null> {
  const lost = new AbortController();
  const client = new pg.Client({
    connectionString: process.env.DATABASE_URL,
    application_name: "backroom-lock",
    keepAlive: true,
  });
  const lose = () => lost.abort(new Error("The connection that holds the lock was lost."));
  client.on("error", lose);
  client.on("end", lose);
  // A connection that we end ourselves is not lost.
  const release = () => {
    client.off("end", lose);
    return client.end();
  };
  await client.connect();
  try {
    // By itself PostgreSQL would notice a vanished machine after two hours only.
    await client.query(
      "SET tcp_keepalives_idle = 6; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3",
    );
    if (await isTaken(client, name, waitMs)) return { lost: lost.signal, release };
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return null;
}

/** What PostgreSQL says when a lock was waited for in vain. */
const LOCK_NOT_AVAILABLE = "55P03";

async function isTaken(client: pg.Client, name: string, waitMs: number): Promise<boolean> {
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
    if ((error as pg.DatabaseError).code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}
