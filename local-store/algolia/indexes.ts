import type { Store } from "../data/database.ts";

/** An index as Algolia lists it. */
export interface ListedIndex {
  name: string;
  entries: number;
  updatedAt: string;
}

/** The indexes of a shop's application by name, without changes that aren't applied yet. */
export async function listIndexes(store: Store, shop: string): Promise<ListedIndex[]> {
  const { rows } = await store.pool.query<{ name: string; entries: number; updated_at: Date }>(
    `SELECT i.name, i.updated_at, count(r.object_id)::int AS entries
       FROM algolia_indexes AS i LEFT JOIN algolia_records AS r ON r.shop = i.shop AND r.index_name = i.name
      WHERE i.shop = $1 GROUP BY i.name, i.updated_at ORDER BY i.name`,
    [shop],
  );
  return rows.map(({ updated_at, ...index }) => ({ ...index, updatedAt: updated_at.toISOString() }));
}

/** The records of an index whose texts contain a text. Null when there is no such index. */
export async function searchIndex(
  store: Store,
  shop: string,
  index: string,
  { text, limit }: { text: string; limit: number },
): Promise<{ hits: object[]; nbHits: number } | null> {
  const { rowCount } = await store.pool.query("SELECT 1 FROM algolia_indexes WHERE shop = $1 AND name = $2", [
    shop,
    index,
  ]);
  if (rowCount === 0) return null;
  const { rows } = await store.pool.query<{ record: object; total: number }>(
    `SELECT record, count(*) OVER ()::int AS total FROM algolia_records
      WHERE shop = $1 AND index_name = $2 AND position(lower($3) IN lower(record::text)) > 0
      ORDER BY object_id LIMIT $4`,
    [shop, index, text, Math.max(1, limit)],
  );
  return { hits: rows.slice(0, limit).map(({ record }) => record), nbHits: rows[0]?.total ?? 0 };
}
