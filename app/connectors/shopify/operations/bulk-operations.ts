import { type DataOf, operation } from "../operation";

/**
 * Starts a bulk query. Its result is a file of JSON lines. With `groupObjects`, which is slower, the lines of nested connections
 * follow the line of their parent.
 */
export const bulkRunQuery = operation(
  `mutation BulkRunQuery($query: String!, $groupObjects: Boolean!) {
  bulkOperationRunQuery(query: $query, groupObjects: $groupObjects) {
    bulkOperation { id }
    userErrors { code field message }
  }
}`,
  { repeatable: false },
);

/** The state of a bulk operation, and the address of its result. */
export const bulkOperationGet = operation(
  `query BulkOperationGet($id: ID!) {
  bulkOperation(id: $id) { id status errorCode objectCount rootObjectCount url }
}`,
);

export type BulkOperationNode = NonNullable<DataOf<typeof bulkOperationGet>["bulkOperation"]>;

/** Cancels a bulk operation. */
export const bulkOperationCancel = operation(
  `mutation BulkOperationCancel($id: ID!) {
  bulkOperationCancel(id: $id) { bulkOperation { id status } userErrors { field message } }
}`,
);
