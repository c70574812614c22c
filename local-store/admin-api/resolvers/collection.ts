import { findCollections } from "../../catalog/collections.ts";
import type { CollectionRow } from "../../catalog/rows.ts";
import { toDateTime } from "../../data/instants.ts";
import { findProducts } from "../../data/products.ts";
import type { RequestContext } from "../context.ts";
import { gid, idOfType } from "../gid.ts";
import { type SearchArguments, tablePage } from "../paging/table-page.ts";
import { collectionFields, productFields } from "../search/searchable-fields.ts";
import { collectionSource, productSource } from "./catalog-sources.ts";
import { metafieldField, metafieldsList } from "./metafield.ts";
import type { ListResolver, TypeResolvers } from "./types.ts";

/** The collection with this id, or null. */
export async function findCollection(context: RequestContext, id: number) {
  const [row] = await findCollections(context.store.pool, context.shop.domain, [id]);
  return row ? collectionSource(row) : null;
}

/** Root fields for collections. */
export const collectionQueries: TypeResolvers = {
  collection: (_root, args: { id: string }, context) =>
    findCollection(context, idOfType(args.id, "Collection")),
  collections: (_root, args: SearchArguments, context, info) =>
    tablePage(context, [info.path.key], "collections", collectionFields, args, async (ids) =>
      (await findCollections(context.store.pool, context.shop.domain, ids)).map(collectionSource),
    ),
};

/** The supported fields of a collection. */
export const collectionResolvers: TypeResolvers = {
  id: (collection: CollectionRow) => gid("Collection", collection.id),
  legacyResourceId: (collection: CollectionRow) => String(collection.id),
  descriptionHtml: (collection: CollectionRow) => collection.body_html,
  sortOrder: (collection: CollectionRow) => collection.sort_order,
  updatedAt: (collection: CollectionRow) => toDateTime(collection.updated_at),
  productsCount: async (collection: CollectionRow, _args, context) => {
    const { rows } = await context.store.pool.query<{ count: number }>(
      "SELECT count(*) AS count FROM collection_products WHERE shop = $1 AND collection_id = $2",
      [collection.shop, collection.id],
    );
    return { count: rows[0]?.count ?? 0, precision: "EXACT" };
  },
  /** In the order of their ids. The local store has no best-selling products. */
  products: (collection: CollectionRow, args: SearchArguments, context, info) =>
    tablePage(
      context,
      [info.path.key],
      "products",
      productFields,
      { ...args, sortKey: "ID" },
      async (ids) => (await findProducts(context.store.pool, context.shop.domain, ids)).map(productSource),
      (sql) =>
        `EXISTS (SELECT FROM collection_products c WHERE c.shop = products.shop AND c.product_id = products.id
           AND c.collection_id = ${sql.add(collection.id)})`,
    ),
  ruleSet: ({ rules, disjunctive }: CollectionRow) => rules && { appliedDisjunctively: disjunctive, rules },
  metafield: metafieldField("COLLECTION"),
};

/** The connections of a collection that are read completely. */
export const collectionLists: Readonly<Record<string, ListResolver>> = {
  metafields: metafieldsList("COLLECTION"),
};
