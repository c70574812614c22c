import type pg from "pg";
import type { Store } from "../data/database.ts";
import type { DocumentSet } from "../data/search-documents.ts";

/** Settings, a synonym or a rule as clients send them. */
export type Settings = Record<string, unknown>;
export type Resource = { objectID: string } & Record<string, unknown>;
/** Both are kept by their ids. */
export type ResourceKind = "synonyms" | "rules";

/** What an index has beside its records. */
export interface Configuration {
  settings: Settings;
  synonyms: Record<string, Resource>;
  rules: Record<string, Resource>;
}

/** An index, or a replica with the records of its primary index. */
export interface AlgoliaIndex extends Configuration {
  name: string;
  primary: string | null;
}

/** Null for an index that doesn't exist. Changes that aren't applied yet aren't seen. */
export async function readIndex(
  client: pg.Pool | pg.ClientBase,
  shop: string,
  name: string,
): Promise<AlgoliaIndex | null> {
  const { rows } = await client.query<{
    configuration: Partial<Configuration>;
    primary_index: string | null;
  }>("SELECT configuration, primary_index FROM algolia_indexes WHERE shop = $1 AND name = $2", [shop, name]);
  const [row] = rows;
  return row
    ? { settings: {}, synonyms: {}, rules: {}, ...row.configuration, name, primary: row.primary_index }
    : null;
}

/** The records that searches of an index find. */
export const recordsOf = (shop: string, { name, primary }: AlgoliaIndex): DocumentSet => ({
  table: "algolia_records",
  id: "object_id",
  document: "record",
  index: { shop, index_name: primary ?? name },
});

/** An index as Algolia lists it. */
export interface ListedIndex {
  name: string;
  entries: number;
  updatedAt: string;
  primary?: string;
  replicas?: unknown;
}

/** The indexes of a shop's application by name, without changes that aren't applied yet. */
export async function listIndexes(store: Store, shop: string): Promise<ListedIndex[]> {
  const { rows } = await store.pool.query<{
    name: string;
    entries: number;
    updated_at: Date;
    primary_index: string | null;
    replicas: unknown;
  }>(
    `SELECT i.name, i.updated_at, i.primary_index, i.configuration #> '{settings,replicas}' AS replicas,
            count(r.object_id)::int AS entries
       FROM algolia_indexes AS i
       LEFT JOIN algolia_records AS r ON r.shop = i.shop AND r.index_name = coalesce(i.primary_index, i.name)
      WHERE i.shop = $1 GROUP BY i.shop, i.name ORDER BY i.name`,
    [shop],
  );
  return rows.map(({ name, entries, updated_at, primary_index, replicas }) => ({
    name,
    entries,
    updatedAt: updated_at.toISOString(),
    ...(primary_index && { primary: primary_index }),
    ...(replicas !== null && { replicas }),
  }));
}

/** The names of an index's replicas: "virtual(products_price)" is named products_price. */
export const replicaNames = ({ replicas }: Settings): string[] =>
  Array.isArray(replicas) ? replicas.map((name) => withoutModifier(String(name))) : [];

/** The attribute or index in "unordered(title)", "searchable(brand)", "desc(price)". */
export const withoutModifier = (text: string): string => /^[a-zA-Z]+\((.*)\)$/.exec(text)?.[1] ?? text;
