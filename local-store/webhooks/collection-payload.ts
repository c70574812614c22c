import type { CollectionRow } from "../catalog/rows.ts";
import { toDateTime } from "../data/instants.ts";

/** The body of `collections/create` and `collections/update`. It doesn't contain the collection's products. */
export function collectionPayload(collection: CollectionRow): Record<string, unknown> {
  return {
    id: collection.id,
    handle: collection.handle,
    title: collection.title,
    updated_at: toDateTime(collection.updated_at),
    body_html: collection.body_html,
    published_at: collection.published_at && toDateTime(collection.published_at),
    sort_order: collection.sort_order.toLowerCase().replaceAll("_", "-"),
    template_suffix: null,
    published_scope: "web",
    admin_graphql_api_id: `gid://shopify/Collection/${collection.id}`,
    ...(collection.rules && {
      disjunctive: collection.disjunctive,
      rules: collection.rules.map(({ column, relation, condition }) => ({
        column: column.toLowerCase(),
        relation: relation.toLowerCase(),
        condition,
      })),
    }),
  };
}

/** The body of `collections/delete`. */
export function deletedCollectionPayload(collection: CollectionRow): Record<string, unknown> {
  return { id: collection.id, published_scope: "web", title: collection.title, handle: collection.handle };
}
