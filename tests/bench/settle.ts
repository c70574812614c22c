import pg from "pg";
import { type BenchBackroom, until } from "./backroom.ts";

/** How long PostgreSQL may take to finish (seconds). */
const LIMIT = 300;

/**
 * Vacuums both databases and waits until no worker of PostgreSQL does: what the bench has loaded would otherwise be vacuumed and analyzed
 * while pages are measured, on a machine of two cores.
 */
export async function settle({ database, localStoreDatabaseUrl }: BenchBackroom): Promise<void> {
  const localStore = new pg.Client({ connectionString: localStoreDatabaseUrl });
  await localStore.connect();
  try {
    for (const each of [database, localStore]) await each.query("VACUUM (ANALYZE)");
  } finally {
    await localStore.end();
  }
  await database.query("CHECKPOINT");
  await until("PostgreSQL's own vacuum", LIMIT, async () => {
    const { rows } = await database.query(
      "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'autovacuum worker'",
    );
    return rows.length === 0 || null;
  });
}
