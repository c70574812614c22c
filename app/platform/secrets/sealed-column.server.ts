import type pg from "pg";

/** A column whose values `seal` encrypted. */
export interface SealedColumn {
  kind: "sealed column";
  table: string;
  column: string;
  /** Of a JSON column: the field that is encrypted. */
  field?: string;
  /** SQL that is true for the rows that have such a value. */
  where?: string;
}

/** Declares a column of encrypted values, which a change of the key encrypts again. Name it under `declares` of its module. */
export const sealedColumn = (column: Omit<SealedColumn, "kind">): SealedColumn => ({
  kind: "sealed column",
  ...column,
});

/** The tokens of Shopify's sessions. */
export const SESSION_COLUMNS: readonly SealedColumn[] = ["accessToken", "refreshToken"].map((column) =>
  sealedColumn({ table: "sessions", column }),
);

/** SQL of a column's encrypted value. */
const valueIn = ({ column, field }: SealedColumn): string =>
  field === undefined ? `"${column}"` : `"${column}"->>'${field}'`;

/** SQL of the rows of a column that have an encrypted value: `row` and `value`. */
const rowsOf = (column: SealedColumn): string =>
  `(SELECT ctid AS row, ${valueIn(column)} AS value FROM ${column.table}
     WHERE ${column.where ?? "true"} AND ${valueIn(column)} ~ '^v[12]:') AS sealed`;

/** How many values each key has encrypted. Those that name none are under "". */
export async function countByKey(
  client: pg.ClientBase,
  columns: readonly SealedColumn[],
): Promise<Map<string, number>> {
  const counts = columns.map(
    (column) =>
      `SELECT CASE WHEN value LIKE 'v2:%' THEN split_part(value, ':', 2) ELSE '' END AS id, count(*) AS count
         FROM ${rowsOf(column)} GROUP BY 1`,
  );
  const { rows } = await client.query<{ id: string; count: number }>(
    `SELECT id, sum(count)::int AS count FROM (${counts.join(" UNION ALL ")}) AS each GROUP BY id`,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** An encrypted value, and where it is. */
export interface SealedValue {
  row: string;
  value: string;
}

/**
 * Reads values that don't begin with a text.
 * @param prefix of the values that are as they must be
 * @param without values that are left out
 */
export async function readOthers(
  client: pg.ClientBase,
  column: SealedColumn,
  { prefix, without, limit }: { prefix: string; without: readonly string[]; limit: number },
): Promise<SealedValue[]> {
  const { rows } = await client.query<SealedValue>(
    `SELECT row::text, value FROM ${rowsOf(column)}
      WHERE NOT starts_with(value, $1) AND NOT value = ANY($2) LIMIT $3`,
    [prefix, without, limit],
  );
  return rows;
}

/** Replaces values that are still the same. @returns how many */
export async function replaceValues(
  client: pg.ClientBase,
  column: SealedColumn,
  changes: readonly (SealedValue & { next: string })[],
): Promise<number> {
  const next = column.field
    ? `jsonb_set(target."${column.column}", '{${column.field}}', to_jsonb(change.next))`
    : "change.next";
  const { rowCount } = await client.query(
    `UPDATE ${column.table} AS target SET "${column.column}" = ${next}
       FROM unnest($1::tid[], $2::text[], $3::text[]) AS change (row, value, next)
      WHERE target.ctid = change.row AND target.${valueIn(column)} = change.value`,
    [changes.map(({ row }) => row), changes.map(({ value }) => value), changes.map(({ next }) => next)],
  );
  return rowCount ?? 0;
}
