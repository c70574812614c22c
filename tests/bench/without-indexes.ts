import type pg from "pg";

/** Runs a large load without the indexes that back no constraint, builds them afterwards, then analyzes the tables. */
export async function withoutIndexes(
  client: pg.ClientBase,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  await client.query("SET maintenance_work_mem = '512MB'");
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE schemaname = 'public' AND tablename = ANY($1)
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = indexname)`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await load();
  for (const { definition } of indexes) await client.query(definition);
  for (const table of tables) await client.query(`VACUUM ANALYZE ${table}`);
  await client.query("CHECKPOINT");
}
