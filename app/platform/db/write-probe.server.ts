import { database } from "./pool.server";

/** A commit that standbys must confirm like any other. It writes a message to the log, no row, so it never waits for a lock. */
const PROBE = `BEGIN; SELECT pg_logical_emit_message(true, 'backroom', 'health'); SET LOCAL statement_timeout = 0; COMMIT`;

let probe: Promise<void> | undefined;

/**
 * Commits something, to see that changes can be saved. Concurrent calls share a probe, so that one that hangs occupies one
 * connection.
 * @throws when it can't be committed in time
 */
export async function probeWrite(withinMs: number): Promise<void> {
  probe ??= write().finally(() => {
    probe = undefined;
  });
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing could be saved within ${withinMs} ms`)), withinMs);
  });
  try {
    await Promise.race([probe, timeout]);
  } finally {
    clearTimeout(timer);
    // Its failure may come after the answer.
    probe?.catch(() => undefined);
  }
}

async function write(): Promise<void> {
  const client = await database().connect();
  try {
    await client.query(PROBE);
    client.release();
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}
