import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { log } from "../log.server";

/** Any fixed number: processes that start together wait for each other on it. */
const MIGRATION_LOCK = 7_214_001;

const TRY_EVERY_MS = 250;
const LOG_EVERY_MS = 10_000;

/** Waits for the lock that only one starting process holds, and logs who holds it. It ends with the connection. */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  let loggedAt = Number.NEGATIVE_INFINITY;
  while (!(await tryLock(client))) {
    if (performance.now() - loggedAt > LOG_EVERY_MS) {
      loggedAt = performance.now();
      log.warn(
        { holders: await readHolders(client) },
        "this start waits for another one to migrate the database",
      );
    }
    await wait(TRY_EVERY_MS);
  }
}

async function tryLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isHeld: boolean }>('SELECT pg_try_advisory_lock($1) AS "isHeld"', [
    MIGRATION_LOCK,
  ]);
  return rows[0]?.isHeld ?? false;
}

/** The connections that hold the lock. `pg_terminate_backend(pid)` ends one that hangs. */
async function readHolders(client: pg.ClientBase): Promise<object[]> {
  const { rows } = await client.query<object>(
    `SELECT holder.pid, application_name AS name, host(client_addr) AS address, state, backend_start AS since
       FROM pg_locks JOIN pg_stat_activity AS holder USING (pid)
      WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (classid::bigint << 32) + objid::bigint = $1`,
    [MIGRATION_LOCK],
  );
  return rows;
}
