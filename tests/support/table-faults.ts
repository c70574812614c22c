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
export const lockTable = (name: string): Promise<() => Promise<void>> => startChange(`LOCK TABLE ${name}`);

/** Locks a record: what changes it waits, as for `lockTable`. */
export const lockRecord = (table: string, id: number): Promise<() => Promise<void>> =>
  startChange(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);

/** Begins a change: what needs what it locks waits, for two seconds at most. @returns what commits it, at the latest the end of the test */
export async function startChange(statement: string, values: unknown[] = []): Promise<() => Promise<void>> {
  const { database } = await import("~/platform/db/pool.server");
  const client = await database().connect();
  await client.query("BEGIN");
  await client.query(statement, values);
  return untilTestFinished(async () => {
    await client.query("COMMIT");
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
