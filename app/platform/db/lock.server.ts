import pg from "pg";

/** A lock that exactly one process of all that share the database can hold. */
export interface HeldLock {
  /** Aborted when the connection breaks: from then on somebody else may hold the lock. */
  lost: AbortSignal;
  release(): Promise<void>;
}

/**
 * Takes the lock of this name, without waiting. It lives as long as its own connection, so it is free again at once when
 * the process dies, and within about 12 seconds when the whole machine or its network does.
 * @returns null when somebody else holds it
 */
export async function takeLock(name: string): Promise<HeldLock | null> {
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
    const { rows } = await client.query<{ held: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held",
      [name],
    );
    if (rows[0]?.held) return { lost: lost.signal, release };
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return null;
}
