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
import { refuseTransactionPooling } from "./pool.server";
import { APP_ROLE } from "./with-shop.server";

/** A posting is never changed. Another posting corrects it. */
const LEDGER = ["ledger_postings", "ledger_outcomes", "ledger_entries", "ledger_operations"];

/** A draw is the proof of its winners and is never changed. */
const DRAWS = ["giveaway_draws", "giveaway_draw_entries"];

/** The lowest price of a time is read from the log. */
const PRICES = ["price_log"];

/** The values of pg_trigger.tgtype: BEFORE UPDATE OR DELETE for each row, and BEFORE TRUNCATE for each statement. */
const TRIGGER_TYPES = { onChange: 1 + 2 + 8 + 16, onTruncate: 2 + 32 };

const trigger = (table: string, name: string, type: number, event: string) => `
  IF NOT EXISTS (
    SELECT 1 FROM pg_trigger
     WHERE tgrelid = '${table}'::regclass AND tgname = '${name}' AND tgenabled IN ('O', 'A') AND tgqual IS NULL
       AND tgtype = ${type} AND tgfoid = 'refuse_change'::regproc AND cardinality(tgattr::int2[]) = 0
  ) THEN
    CREATE OR REPLACE TRIGGER ${name} BEFORE ${event} EXECUTE FUNCTION refuse_change();
    ALTER TABLE ${table} ENABLE TRIGGER ${name};
  END IF;`;

/** The triggers that refuse UPDATE, DELETE and TRUNCATE on a table. */
const appendOnly = (table: string, changeTrigger: string, truncateTrigger: string) => `DO $$ BEGIN
${trigger(table, changeTrigger, TRIGGER_TYPES.onChange, `UPDATE OR DELETE ON ${table} FOR EACH ROW`)}
${trigger(table, truncateTrigger, TRIGGER_TYPES.onTruncate, `TRUNCATE ON ${table} FOR EACH STATEMENT`)}
END $$;`;

/**
 * Runs after the migrations at each start, so that no table can be forgotten. Each table with a column `shop` gets row-level
 * security restricted to `app.shop`. The application role may use these tables and the queue, and nothing else. It may read views
 * with a column `shop`, whose own WHERE must be restricted to `app.shop` too. Triggers make `audit_entries`, the ledger, the
 * draws and the price log append-only for every role.
 *
 * Existing policies and triggers that are right aren't touched: changing one locks its table, and a process that starts while
 * others serve would block them or deadlock with them.
 */
export const ISOLATION = `
DO $$ BEGIN
  -- A database administrator may have created the role for a login that may not create roles.
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN
    CREATE ROLE ${APP_ROLE} NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  IF NOT pg_has_role(current_user, '${APP_ROLE}', 'MEMBER') THEN
    EXECUTE format('GRANT ${APP_ROLE} TO %I', current_user);
  END IF;
END $$;
GRANT USAGE ON SCHEMA public, pgboss TO ${APP_ROLE};
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA pgboss TO ${APP_ROLE};
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO ${APP_ROLE};

DO $$ DECLARE owned record; condition CONSTANT text := '(shop = current_setting(''app.shop''::text))'; BEGIN
  FOR owned IN
    SELECT c.oid, c.relname, c.relrowsecurity FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'shop' AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND c.relname <> 'sessions'
  LOOP
    IF NOT owned.relrowsecurity THEN
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned.relname);
    END IF;
    IF NOT EXISTS (
      SELECT 1 FROM pg_policy p
       WHERE p.polrelid = owned.oid AND p.polname = 'only_this_shop' AND p.polcmd = '*' AND p.polpermissive
         AND p.polroles = ARRAY['${APP_ROLE}'::regrole::oid]
         AND pg_get_expr(p.polqual, p.polrelid) = condition AND pg_get_expr(p.polwithcheck, p.polrelid) = condition
    ) THEN
      EXECUTE format('DROP POLICY IF EXISTS only_this_shop ON %I', owned.relname);
      EXECUTE format('CREATE POLICY only_this_shop ON %I TO ${APP_ROLE} USING (shop = current_setting(''app.shop'')) WITH CHECK (shop = current_setting(''app.shop''))', owned.relname);
    END IF;
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO ${APP_ROLE}', owned.relname);
  END LOOP;
  FOR owned IN
    SELECT c.relname FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'shop' AND NOT a.attisdropped
    WHERE c.relkind = 'v'
  LOOP
    IF pg_get_viewdef(owned.relname::regclass) NOT LIKE '%shop = current_setting(''app.shop''::text)%' THEN
      RAISE EXCEPTION 'the view % is not restricted to app.shop', owned.relname;
    END IF;
    EXECUTE format('GRANT SELECT ON %I TO ${APP_ROLE}', owned.relname);
  END LOOP;
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${APP_ROLE};
-- It has no shop: whether the database has failed over concerns all.
GRANT SELECT ON database_timelines TO ${APP_ROLE};
-- Which key signs audit seals, without what verifies the signatures of the others.
GRANT SELECT (key_id, number, retired_at) ON secret_keys TO ${APP_ROLE};

REVOKE UPDATE, DELETE, TRUNCATE ON audit_entries, audit_seals FROM ${APP_ROLE};
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Erasing a person (customers/redact) is the one lawful change; that service says so for its own transaction.
  IF current_setting('app.redacting', true) = 'yes' THEN RETURN COALESCE(NEW, OLD); END IF;
  RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
${appendOnly("audit_entries", "audit_is_append_only", "audit_is_not_truncated")}
${[...LEDGER, ...DRAWS, ...PRICES]
  .map(
    (table) => `
REVOKE UPDATE, DELETE, TRUNCATE ON ${table} FROM ${APP_ROLE};
${appendOnly(table, "is_append_only", "is_not_truncated")}`,
  )
  .join("\n")}
`;

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
