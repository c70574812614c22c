import { and, eq, sql } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { FILTERS_LIST } from "../settings";
import { filterCollections } from "../tables.server";

/** A collection with filters. */
export interface FilterCollection {
  collectionId: number;
  title: string;
}

const isUnpublished = (shop: string) =>
  and(
    eq(filterCollections.shop, shop),
    sql`${filterCollections.revision} > ${filterCollections.publishedRevision}`,
  );

/** Marks collections as changed: Shopify has older filters until they are published. */
export async function raiseRevisions(
  tx: ShopTransaction,
  shop: string,
  collections: readonly FilterCollection[],
): Promise<void> {
  // In the order of their ids, so that two transactions don't wait for each other.
  const rows = collections.toSorted((a, b) => a.collectionId - b.collectionId);
  await tx
    .insert(filterCollections)
    .values(rows.map((row) => ({ shop, ...row })))
    .onConflictDoUpdate({
      target: [filterCollections.shop, filterCollections.collectionId],
      set: { revision: sql`${filterCollections.revision} + 1`, title: sql`excluded.title` },
    });
}

/** Marks the collections that include a filter as changed. */
export async function raiseRevisionsWith(tx: ShopTransaction, shop: string, filter: string): Promise<void> {
  await tx.$client.query(
    `UPDATE filter_collections SET revision = revision + 1
      WHERE (shop, collection_id) IN (
        SELECT member.shop, member.collection_id FROM filter_collections AS member
          JOIN collection_filters AS filter ON filter.shop = member.shop AND filter.collection_id = member.collection_id
         WHERE filter.shop = $1 AND filter.name = $2 AND filter.included
         ORDER BY member.collection_id FOR UPDATE OF member)`,
    [shop, filter],
  );
}

/** How many collections have filters that aren't published. */
export const countUnpublished = (tx: ShopTransaction, shop: string): Promise<number> =>
  tx.$count(filterCollections, isUnpublished(shop));

/** The collections whose filters aren't published, by title. */
export const readUnpublished = (tx: ShopTransaction, shop: string): Promise<FilterCollection[]> =>
  tx
    .select({ collectionId: filterCollections.collectionId, title: filterCollections.title })
    .from(filterCollections)
    .where(isUnpublished(shop))
    .orderBy(filterCollections.title, filterCollections.collectionId);

/** Open pages load their filters again. Call it after the commit. */
export const publishFiltersChanged = (shop: string): void =>
  publishChange(shop, "showSolrFilters", { list: FILTERS_LIST });
