/** A table of the app's database that keeps rows of shops. */
export interface ShopTable {
  name: string;
  columns: { name: string; type: string; required: boolean }[];
  primaryKey: string[];
}

/** Every table with a column `shop`, found in the database itself so that a new one is not forgotten. */
export async function shopTables(): Promise<ShopTable[]> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<ShopTable>(
    `SELECT c.relname AS name,
            json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL),
              'required', a.attnotnull AND a.attgenerated = '' AND NOT a.atthasdef) ORDER BY a.attnum)
              FILTER (WHERE a.attgenerated = '') AS columns,
            (SELECT coalesce(json_agg(k.attname ORDER BY array_position(i.indkey::int2[], k.attnum)), '[]') FROM pg_index i
               JOIN pg_attribute k ON k.attrelid = i.indrelid AND k.attnum = ANY(i.indkey)
              WHERE i.indrelid = c.oid AND i.indisprimary) AS "primaryKey"
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p')
      GROUP BY c.oid, c.relname HAVING bool_or(a.attname = 'shop') ORDER BY 1`,
  );
  return rows;
}

/** Finds a text in the database: every table of every schema, every column, ignoring case. */
export async function findText(text: string): Promise<string[]> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows: tables } = await database().query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database().query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${name} AS t WHERE strpos(lower(t::text), lower($1)) > 0`,
      [text],
    );
    if (rows[0]?.count) found.push(`${name}: ${rows[0].count}`);
  }
  return found;
}
