import { operation, type UserError } from "../operation";

export interface BulkOperationNode {
  id: string;
  status: "CREATED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELED" | "CANCELING" | "EXPIRED";
  errorCode: string | null;
  objectCount: string;
  rootObjectCount: string;
  url: string | null;
}

/** Starts a query over everything; its result is a file of JSON lines. */
export const bulkRunQuery = operation<
  { bulkOperationRunQuery: { bulkOperation: { id: string } | null; userErrors: UserError[] } },
  { query: string }
>(
  `mutation BulkRunQuery($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: false) {
    bulkOperation { id }
    userErrors { code field message }
  }
}`,
  { repeatable: false },
);

/** How far a bulk operation is, and where its result lies. */
export const bulkOperationGet = operation<{ bulkOperation: BulkOperationNode | null }, { id: string }>(
  `query BulkOperationGet($id: ID!) {
  bulkOperation(id: $id) { id status errorCode objectCount rootObjectCount url }
}`,
);

/** Stops a bulk operation. */
export const bulkOperationCancel = operation<
  { bulkOperationCancel: { bulkOperation: { id: string; status: string } | null; userErrors: UserError[] } },
  { id: string }
>(
  `mutation BulkOperationCancel($id: ID!) {
  bulkOperationCancel(id: $id) { bulkOperation { id status } userErrors { field message } }
}`,
);
