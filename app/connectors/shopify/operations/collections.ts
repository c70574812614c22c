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

/** A collection by id, strongly consistent. Null when it was deleted. */
export const collectionById = operation(
  `query CollectionById($id: ID!) { collection(id: $id) { id title } }`,
);
