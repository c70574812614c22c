import { onTestFinished } from "vitest";

/** Takes a table away: what reads it fails, and the rest works. @returns what brings it back, at the latest the end of the test */
export async function hideTable(name: string): Promise<() => Promise<void>> {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(`ALTER TABLE ${name} RENAME TO hidden_${name}`);
  return untilTestFinished(async () => {
    await database().query(`ALTER TABLE hidden_${name} RENAME TO ${name}`);
  });
}

/** Locks a table: what reads it waits, for two seconds at most. @returns what unlocks it, at the latest the end of the test */
export async function lockTable(name: string): Promise<() => Promise<void>> {
  const { database } = await import("~/platform/db/pool.server");
  const client = await database().connect();
  await client.query(`BEGIN; LOCK TABLE ${name}`);
  return untilTestFinished(async () => {
    await client.query("ROLLBACK");
    client.release();
  });
}

/** Does something once: when it is called, or else when the test has finished. */
function untilTestFinished(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  const once = () => {
    done ??= work();
    return done;
  };
  onTestFinished(once);
  return once;
}
