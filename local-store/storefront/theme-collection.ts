import type { Store } from "../data/database.ts";
import { metafieldsOf } from "../data/metafields.ts";

/** A collection as the Liquid of a theme sees it. */
interface ThemeCollection {
  id: number;
  handle: string;
  title: string;
  /** By namespace and key. */
  metafields: Record<string, Record<string, { type: string; value: unknown }>>;
}

/** An app's metafields are seen with a definition that gives the storefront access. Null for an unknown handle. */
export async function readThemeCollection(
  { pool }: Store,
  shop: string,
  handle: string,
): Promise<ThemeCollection | null> {
  const { rows } = await pool.query<{ id: number; title: string }>(
    "SELECT id, title FROM collections WHERE shop = $1 AND handle = $2",
    [shop, handle],
  );
  const [collection] = rows;
  if (!collection) return null;
  const { rows: open } = await pool.query<{ name: string }>(
    `SELECT namespace || '.' || key AS name FROM metafield_definitions
      WHERE shop = $1 AND owner_type = 'COLLECTION' AND storefront_access = 'PUBLIC_READ'`,
    [shop],
  );
  const names = new Set(open.map(({ name }) => name));
  const metafields: ThemeCollection["metafields"] = {};
  const sets = await metafieldsOf(pool, shop, "COLLECTION", [collection.id]);
  for (const { namespace, key, type, value } of sets.get(collection.id) ?? []) {
    if (namespace.startsWith("app--") && !names.has(`${namespace}.${key}`)) continue;
    metafields[namespace] = {
      ...metafields[namespace],
      [key]: { type, value: type === "json" ? JSON.parse(value) : value },
    };
  }
  return { ...collection, handle, metafields };
}
