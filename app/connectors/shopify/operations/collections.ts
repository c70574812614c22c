import { operation } from "../operation";

/** A page of the store's collections, by title. */
export const collectionsPage = operation(
  `query CollectionsPage($after: String) {
  collections(first: 100, after: $after, sortKey: TITLE) {
    nodes { id title }
    pageInfo { hasNextPage endCursor }
  }
}`,
);

/** The digests of the search filters that collections have. Null for a collection that was deleted. */
export const collectionFilterDigests = operation(
  `query CollectionFilterDigests($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Collection { id metafield(namespace: "$app:search", key: "filters") { compareDigest } } }
}`,
);

/** A collection by id, strongly consistent. Null when it was deleted. */
export const collectionById = operation(
  `query CollectionById($id: ID!) { collection(id: $id) { id title } }`,
);
