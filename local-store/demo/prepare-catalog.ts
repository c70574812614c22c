import { collectionHandle } from "../catalog/collections.ts";
import type { LoadedProduct } from "../data/bulk-insert.ts";
import type { Store } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import type { ShopRow } from "../data/rows.ts";
import { PRODUCT_TYPES } from "./generate-product.ts";

/** What generated products belong to. */
interface DemoCatalog {
  /** Ids of the collections, by product type. */
  collections: ReadonlyMap<string, number>;
}

/** Puts a generated product into the collection of its type. */
export function inCollection(product: LoadedProduct, collections: DemoCatalog["collections"]): LoadedProduct {
  const collection = collections.get(product.product_type ?? "");
  return collection === undefined ? product : { ...product, collections: [collection] };
}

const DEFINITIONS = [
  { key: "material", name: "Material", type: "single_line_text_field" },
  { key: "warranty_years", name: "Warranty in years", type: "number_integer" },
  { key: "colors", name: "Colors", type: "list.single_line_text_field" },
] as const;

/**
 * Creates what generated products belong to, without webhooks: a collection per product type, the price list of employees, and the
 * definitions of the products' metafields. Existing ones stay.
 */
export async function prepareCatalog(
  store: Store,
  shop: Pick<ShopRow, "domain" | "currency">,
): Promise<DemoCatalog> {
  const { pool } = store;
  const now = shopifyNow(store);
  for (const type of PRODUCT_TYPES)
    await pool.query(
      `INSERT INTO collections (shop, handle, title, published_at, created_at, updated_at) VALUES ($1, $2, $3, $4, $4, $4)
       ON CONFLICT (shop, handle) DO NOTHING`,
      [shop.domain, collectionHandle(type), type, now],
    );
  await pool.query(
    `INSERT INTO price_lists (shop, name, currency, adjustment_percent, catalog_title, created_at)
     VALUES ($1, 'Employees', $2, -20, 'Employees', $3) ON CONFLICT (shop, name) DO NOTHING`,
    [shop.domain, shop.currency, now],
  );
  for (const { key, name, type } of DEFINITIONS)
    await pool.query(
      `INSERT INTO metafield_definitions (shop, owner_type, namespace, key, name, type)
       VALUES ($1, 'PRODUCT', 'specs', $2, $3, $4) ON CONFLICT DO NOTHING`,
      [shop.domain, key, name, type],
    );
  const { rows } = await pool.query<{ id: number; handle: string }>(
    "SELECT id, handle FROM collections WHERE shop = $1",
    [shop.domain],
  );
  const ids = new Map(rows.map(({ id, handle }) => [handle, id]));
  return {
    collections: new Map(PRODUCT_TYPES.map((type) => [type, ids.get(collectionHandle(type)) as number])),
  };
}
