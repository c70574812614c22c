import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import { installQueue } from "../jobs/queue.server";
import { onConnection } from "./connection.server";
import { isInsufficientPrivilege } from "./errors.server";
import { ISOLATION } from "./isolation.server";
import { MIGRATIONS_FOLDER, requireOwnHistory } from "./migration-history.server";
import { lockMigrations } from "./migration-lock.server";
import { refuseTransactionPooling } from "./pool-mode.server";
import { APP_ROLE } from "./with-shop.server";

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
