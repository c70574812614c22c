import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import { installQueue } from "~/platform/jobs/queue.server";
import { log } from "~/platform/log.server";
import { onConnection } from "./connection.server";
import { isInsufficientPrivilege } from "./errors.server";
import { ISOLATION } from "./isolation.server";
import { refuseTransactionPooling } from "./pool.server";
import { APP_ROLE } from "./with-shop.server";

/** The folder with the migrations, relative to the process's working directory (the project's root). */
export const MIGRATIONS_FOLDER = path.resolve("app/platform/db/migrations");

const FOREIGN_HISTORY =
  "This database was created by migrations that this version of Backroom doesn't have, and nothing was changed: " +
  "to reset it, delete the data folder of npm start (.backroom, or the folder in BACKROOM_DATA), " +
  "or point DATABASE_URL to an empty database.";

/**
 * Checks that the migrations that a database has run are those of this version, as far as both go. Changes nothing.
 * Drizzle itself compares only the times, and would skip the baseline or fail in the middle of it.
 * @throws Error with a sentence that says how to reset the database.
 */
export async function requireOwnHistory(client: pg.ClientBase): Promise<void> {
  const table = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS exists",
  );
  if (!table.rows[0]?.exists) return;
  const applied = await client.query<{ hash: string }>(
    "SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id",
  );
  const own = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER });
  const isForeign = applied.rows.some(
    ({ hash }, index) => own[index] !== undefined && own[index].hash !== hash,
  );
  if (isForeign) throw new Error(FOREIGN_HISTORY);
}

/** Does `requireOwnHistory` for the database with this address, before anything else uses it. */
export const requireOwnHistoryAt = (databaseUrl: string): Promise<void> =>
  onConnection("backroom-migrate", databaseUrl, requireOwnHistory);

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

const MISSING_PRIVILEGE = `The database login of DATABASE_URL may not set up the database. A database administrator must run this once in it:
  CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS btree_gin;
  CREATE ROLE ${APP_ROLE} NOLOGIN;
  GRANT ${APP_ROLE} TO the login;
and the login must own the database.`;

/**
 * Migrates a database: extensions, tables, the application role, row-level security on each table with a column `shop`, and the
 * job queue's tables. Safe when many processes start in parallel: one migrates, the others wait.
 * @throws when the login may not create the role or the extensions. The message says what a database administrator must run.
 * @throws when the database was created by other migrations. The message says how to reset it.
 * @throws when a connection pooler in transaction mode is between. The message says what to set.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  await refuseTransactionPooling(databaseUrl);
  await onConnection("backroom-migrate", databaseUrl, async (client) => {
    try {
      await lockMigrations(client);
      await requireOwnHistory(client);
      await client.query("CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS btree_gin;");
      await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER });
      await installQueue(databaseUrl);
      await client.query(ISOLATION);
    } catch (error) {
      throw isInsufficientPrivilege(error) ? new Error(MISSING_PRIVILEGE, { cause: error }) : error;
    }
  });
}
