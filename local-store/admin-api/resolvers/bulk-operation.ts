import type { BulkOperationRow } from "../../bulk/operations.ts";
import { toDateTime } from "../../data/instants.ts";
import type { RequestContext } from "../context.ts";
import { notImplemented } from "../errors.ts";
import { gid, idOfType } from "../gid.ts";
import { listConnection, type PageArguments } from "../paging/connection.ts";
import { parseSearch } from "../search/parse-search.ts";
import type { TypeResolvers } from "./types.ts";

/** A bulk operation as a resolver source. */
export function bulkOperationSource(
  row: BulkOperationRow,
): BulkOperationRow & { __typename: "BulkOperation" } {
  return { ...row, __typename: "BulkOperation" };
}

/** The fields of a bulk operation. */
export const bulkOperationResolvers: TypeResolvers = {
  id: (operation: BulkOperationRow) => gid("BulkOperation", operation.id),
  errorCode: (operation: BulkOperationRow) => operation.error_code,
  createdAt: (operation: BulkOperationRow) => toDateTime(operation.created_at),
  completedAt: (operation: BulkOperationRow) => operation.completed_at && toDateTime(operation.completed_at),
  objectCount: (operation: BulkOperationRow) => String(operation.object_count),
  rootObjectCount: (operation: BulkOperationRow) => String(operation.root_object_count),
  fileSize: (operation: BulkOperationRow) =>
    operation.file_size === null ? null : String(operation.file_size),
  url: (operation: BulkOperationRow, _args, context) =>
    operation.status === "COMPLETED" ? fileUrl(operation, context) : null,
  partialDataUrl: (operation: BulkOperationRow, _args, context) =>
    operation.status === "FAILED" || operation.status === "CANCELED" ? fileUrl(operation, context) : null,
};

function fileUrl(operation: BulkOperationRow, context: RequestContext): string | null {
  if (!operation.file_secret || !operation.file_size) return null;
  return `${context.publicUrl}/bulk/${operation.file_secret}.jsonl`;
}

/** A bulk operation of the app in the shop, or null. */
export async function findBulkOperation(context: RequestContext, id: number) {
  const { rows } = await context.store.pool.query<BulkOperationRow>(
    "SELECT * FROM bulk_operations WHERE shop = $1 AND api_key = $2 AND id = $3",
    [context.shop.domain, context.token.api_key, id],
  );
  return rows[0] ? bulkOperationSource(rows[0]) : null;
}

/** Root fields for bulk operations. */
export const bulkOperationQueries: TypeResolvers = {
  bulkOperation: (_root, args: { id: string }, context) =>
    findBulkOperation(context, idOfType(args.id, "BulkOperation")),
  currentBulkOperation: async (_root, args: { type?: string | null }, context) => {
    const operations = await listOperations(context, { type: args.type ?? "QUERY" });
    return operations.at(-1) ?? null;
  },
  bulkOperations: async (
    _root,
    args: PageArguments & { query?: string | null; sortKey?: string },
    context,
  ) => {
    if (args.sortKey && args.sortKey !== "CREATED_AT") throw notImplemented(`the sort key ${args.sortKey}`);
    const operations = await listOperations(context, operationFilter(args.query));
    // Ids are ascending, so their order is the order of creation.
    return listConnection(operations, (operation) => operation.id, args);
  },
};

async function listOperations(context: RequestContext, filter: { status?: string; type?: string }) {
  const { rows } = await context.store.pool.query<BulkOperationRow>(
    `SELECT * FROM bulk_operations WHERE shop = $1 AND api_key = $2
       AND status = coalesce($3, status) AND type = coalesce($4, type) ORDER BY id`,
    [context.shop.domain, context.token.api_key, filter.status, filter.type],
  );
  return rows.map(bulkOperationSource);
}

/** Supports one `status:` and one `operation_type:` term. */
function operationFilter(query: string | null | undefined): { status?: string; type?: string } {
  const tree = parseSearch(query ?? "");
  const terms = tree?.kind === "and" ? tree.nodes : tree ? [tree] : [];
  const filter: { status?: string; type?: string } = {};
  for (const term of terms) {
    if (term.kind !== "term" || term.comparator !== "=")
      throw notImplemented("this search of bulk operations");
    if (term.field === "status") filter.status = term.value.toUpperCase();
    else if (term.field === "operation_type") filter.type = term.value.toUpperCase();
    else throw notImplemented(`the search field ${term.field} of bulk operations`);
  }
  return filter;
}
