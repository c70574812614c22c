import type { Queryable } from "./database.ts";

/** New numeric ids, for rows that are part of another row. */
export async function nextIds(db: Queryable, count: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    "SELECT nextval('shopify_id') AS id FROM generate_series(1, $1)",
    [count],
  );
  return rows.map(({ id }) => id);
}
