import type pg from "pg";
import { type Queryable, type Store, transaction } from "../data/database.ts";
import { groupBy } from "../data/group-by.ts";
import { shopifyNow } from "../data/instants.ts";
import { deleteMetafieldsOf } from "../data/metafields.ts";
import { collectionPayload, deletedCollectionPayload } from "../webhooks/collection-payload.ts";
import { emit } from "../webhooks/emit.ts";
import { touchProduct } from "./change-product.ts";
import type { CollectionRow } from "./rows.ts";
import { touchCollection } from "./touch-collection.ts";

/** The collections with these ids, unordered. */
export async function findCollections(
  db: Queryable,
  shop: string,
  ids: readonly number[],
): Promise<CollectionRow[]> {
  const { rows } = await db.query<CollectionRow>(
    "SELECT * FROM collections WHERE shop = $1 AND id = ANY ($2)",
    [shop, ids],
  );
  return rows;
}

/** All collections of the shop, by title. */
export async function listCollections(db: Queryable, shop: string): Promise<CollectionRow[]> {
  const { rows } = await db.query<CollectionRow>(
    "SELECT * FROM collections WHERE shop = $1 ORDER BY lower(title), id",
    [shop],
  );
  return rows;
}

/** The collections of products, by product. Products without collections have no entry. */
export async function collectionsOfProducts(
  db: Queryable,
  shop: string,
  productIds: readonly number[],
): Promise<Map<number, CollectionRow[]>> {
  const { rows } = await db.query<CollectionRow & { product_id: number }>(
    `SELECT c.*, p.product_id FROM collection_products p JOIN collections c ON c.shop = p.shop AND c.id = p.collection_id
     WHERE p.shop = $1 AND p.product_id = ANY ($2) ORDER BY p.product_id, c.id`,
    [shop, productIds],
  );
  return groupBy(rows, (row) => row.product_id);
}

/** Finds a collection by its title, ignoring case, or creates it and queues `collections/create`. */
export async function ensureCollection(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  title: string,
): Promise<CollectionRow> {
  const existing = await client.query<CollectionRow>(
    "SELECT * FROM collections WHERE shop = $1 AND lower(title) = lower($2) ORDER BY id LIMIT 1",
    [shop, title],
  );
  if (existing.rows[0]) return existing.rows[0];
  const { rows } = await client.query<CollectionRow & { created: boolean }>(
    `INSERT INTO collections (shop, handle, title, published_at, created_at, updated_at) VALUES ($1, $2, $3, $4, $4, $4)
     ON CONFLICT (shop, handle) DO UPDATE SET handle = excluded.handle RETURNING *, (xmax = 0) AS created`,
    [shop, collectionHandle(title), title, shopifyNow(store)],
  );
  const { created, ...collection } = rows[0] as CollectionRow & { created: boolean };
  if (created) await emit(client, store, shop, "collections/create", collectionPayload(collection));
  return collection;
}

/** Gives a collection a title and queues `collections/update`. Its handle stays. */
export async function renameCollection(store: Store, shop: string, id: number, title: string): Promise<void> {
  await transaction(store, async (client) => {
    const { rowCount } = await client.query(
      "UPDATE collections SET title = $3 WHERE shop = $1 AND id = $2 AND title <> $3",
      [shop, id, title],
    );
    if (rowCount) await touchCollection(client, store, shop, id);
  });
}

/** Deletes a collection with its metafields and queues `collections/delete`. Its products stay. */
export async function deleteCollection(store: Store, shop: string, id: number): Promise<void> {
  await transaction(store, async (client) => {
    const { rows } = await client.query<CollectionRow>(
      "DELETE FROM collections WHERE shop = $1 AND id = $2 RETURNING *",
      [shop, id],
    );
    if (!rows[0]) return;
    await deleteMetafieldsOf(client, shop, "COLLECTION", id);
    await emit(client, store, shop, "collections/delete", deletedCollectionPayload(rows[0]));
  });
}

/**
 * Adds a product to a collection, or removes it, and queues the updates of both. Does nothing if that is already so, or if rules decide
 * about the collection's products.
 */
export async function setInCollection(
  store: Store,
  shop: string,
  collectionId: number,
  productId: number,
  isMember: boolean,
): Promise<void> {
  await transaction(store, async (client) => {
    const { rowCount } = await client.query(
      isMember
        ? `INSERT INTO collection_products (shop, collection_id, product_id)
           SELECT c.shop, c.id, p.id FROM collections c, products p
           WHERE c.shop = $1 AND p.shop = $1 AND c.id = $2 AND p.id = $3 AND c.rules IS NULL ON CONFLICT DO NOTHING`
        : `DELETE FROM collection_products m USING collections c
           WHERE m.shop = $1 AND m.collection_id = $2 AND m.product_id = $3 AND c.shop = m.shop AND c.id = m.collection_id
             AND c.rules IS NULL`,
      [shop, collectionId, productId],
    );
    if (!rowCount) return;
    await touchProduct(client, store, shop, productId);
    await touchCollection(client, store, shop, collectionId);
  });
}

/** The handle of a title: lowercase words with hyphens. */
export function collectionHandle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}
