import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { onConnection } from "./connection.server";

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
