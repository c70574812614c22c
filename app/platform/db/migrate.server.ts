import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { installQueue } from "../jobs/queue.server";
import { isInsufficientPrivilege } from "./errors.server";
import { ISOLATION } from "./isolation.server";
import { PLAIN_ROLE } from "./with-shop.server";

/** Any fixed number: processes that start together take turns on it. */
const MIGRATION_LOCK = 7_214_001;

/** Where the generated SQL lies, seen from the folder that the process was started in (the project's root). */
const MIGRATIONS_FOLDER = path.resolve("app/platform/db/migrations");

const WHAT_AN_ADMINISTRATOR_MUST_DO = `The database login of DATABASE_URL may not prepare the database. A database administrator has to run, once, in this database:
  CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS btree_gin;
  CREATE ROLE ${PLAIN_ROLE} NOLOGIN;
  GRANT ${PLAIN_ROLE} TO the login;
and the login must own the database.`;

/**
 * Brings a database up to date: extensions, tables, the plain role, row-level security on every table that has a shop,
 * and the job queue's own tables. Safe with many processes starting at once: one works, the others wait.
 * @throws when the login may not create the role or the extensions; the message says what a database administrator must do.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "backroom-migrate" });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query("CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS btree_gin;");
    await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER });
    await installQueue(databaseUrl);
    await client.query(ISOLATION);
  } catch (error) {
    throw isInsufficientPrivilege(error) ? new Error(WHAT_AN_ADMINISTRATOR_MUST_DO, { cause: error }) : error;
  } finally {
    await client.end();
  }
}
