import type pg from "pg";
import { type Queryable, type Store, transaction } from "../data/database.ts";
import { type CollectionRule, MATCHES_RULES } from "./collection-rules.ts";
import { touchCollection } from "./touch-collection.ts";

/** The rules of an automated collection. */
export interface RuleSet {
  rules: readonly CollectionRule[];
  /** Whether a product must match any rule, instead of all. */
  disjunctive: boolean;
}

/**
 * Gives a collection rules, adds the products that match and removes the others, and queues `collections/update`. A collection without
 * products becomes an automated one. Does nothing for one whose products were added by hand, or without a rule.
 */
export async function setCollectionRules(
  store: Store,
  shop: string,
  collectionId: number,
  { rules, disjunctive }: RuleSet,
): Promise<void> {
  if (rules.length === 0) return;
  await transaction(store, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE collections AS c SET rules = $3, disjunctive = $4
       WHERE shop = $1 AND id = $2 AND (rules IS NOT NULL OR NOT EXISTS (
         SELECT FROM collection_products p WHERE p.shop = c.shop AND p.collection_id = c.id))`,
      [shop, collectionId, JSON.stringify(rules), disjunctive],
    );
    if (!rowCount) return;
    await updateMembers(client, shop, { collectionId });
    await touchCollection(client, store, shop, collectionId);
  });
}

/**
 * Adds a product to the automated collections that it matches, removes it from the others, and queues their updates. Call it in the
 * transaction of a change of the product or its variants.
 */
export async function updateCollectionsOfProduct(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  productId: number,
): Promise<void> {
  for (const id of await updateMembers(client, shop, { productId }))
    await touchCollection(client, store, shop, id);
}

/** Brings all automated collections up to date without webhooks, after products were added in bulk. */
export async function fillAutomatedCollections(db: Queryable, shop: string): Promise<void> {
  await updateMembers(db, shop, {});
}

/** @returns the ids of the collections that changed */
async function updateMembers(
  db: Queryable,
  shop: string,
  { collectionId, productId }: { collectionId?: number; productId?: number },
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `WITH automated AS (
       SELECT * FROM collections WHERE shop = $1 AND rules IS NOT NULL AND ($2::bigint IS NULL OR id = $2)
     ), matching AS MATERIALIZED (
       SELECT c.id AS collection_id, p.id AS product_id FROM automated c, products p
       WHERE p.shop = $1 AND ($3::bigint IS NULL OR p.id = $3) AND ${MATCHES_RULES}
     ), added AS (
       INSERT INTO collection_products (shop, collection_id, product_id) SELECT $1, collection_id, product_id FROM matching
       ON CONFLICT DO NOTHING RETURNING collection_id
     ), removed AS (
       DELETE FROM collection_products m USING automated c
       WHERE m.shop = $1 AND m.collection_id = c.id AND ($3::bigint IS NULL OR m.product_id = $3)
         AND (m.collection_id, m.product_id) NOT IN (SELECT collection_id, product_id FROM matching)
       RETURNING m.collection_id
     )
     SELECT collection_id AS id FROM added UNION SELECT collection_id FROM removed ORDER BY id`,
    [shop, collectionId ?? null, productId ?? null],
  );
  return rows.map(({ id }) => id);
}
