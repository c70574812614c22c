import type { Queryable, Store } from "../data/database.ts";

/** The limit of concurrent bulk operations per app, shop, and type, since API version 2026-01. */
export const MAX_CONCURRENT = 5;

/** A row of `bulk_operations`. */
export interface BulkOperationRow {
  shop: string;
  id: number;
  api_key: string;
  type: "QUERY" | "MUTATION";
  status: "CREATED" | "RUNNING" | "COMPLETED" | "CANCELING" | "CANCELED" | "FAILED";
  query: string;
  client_identifier: string | null;
  upload_secret: string | null;
  scopes: string[];
  created_at: Date;
  completed_at: Date | null;
  error_code: string | null;
  object_count: number;
  root_object_count: number;
  file_size: number | null;
  file_secret: string | null;
}

/** A bulk operation to run. */
export interface BulkRequest {
  type: BulkOperationRow["type"];
  document: string;
  uploadSecret?: string;
  clientIdentifier?: string | null;
}

/** Creates an operation, or returns null if the app has reached the limit. */
export async function createOperation(
  db: Queryable,
  store: Store,
  owner: { shop: string; apiKey: string; scopes: string[] },
  request: BulkRequest,
): Promise<BulkOperationRow | null> {
  await db.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`bulk ${owner.shop} ${owner.apiKey}`]);
  const { rows } = await db.query<BulkOperationRow>(
    `INSERT INTO bulk_operations
       (shop, api_key, type, status, query, client_identifier, upload_secret, scopes, created_at)
     SELECT $1::text, $2::text, $3::text, 'CREATED', $4, $5, $6, $7, $8
     WHERE $9 > (SELECT count(*) FROM bulk_operations WHERE shop = $1 AND api_key = $2 AND type = $3
       AND status IN ('CREATED', 'RUNNING', 'CANCELING'))
     RETURNING *`,
    [
      owner.shop,
      owner.apiKey,
      request.type,
      request.document,
      request.clientIdentifier,
      request.uploadSecret,
      owner.scopes,
      new Date(store.clock.now()),
      MAX_CONCURRENT,
    ],
  );
  return rows[0] ?? null;
}

/** Stores an operation's progress. Returns false if it was canceled. */
export async function updateProgress(
  store: Store,
  operation: BulkOperationRow,
  objects: number,
  roots: number,
): Promise<boolean> {
  const { rows } = await store.pool.query<{ status: string }>(
    `UPDATE bulk_operations SET object_count = $3, root_object_count = $4
     WHERE shop = $1 AND id = $2 RETURNING status`,
    [operation.shop, operation.id, objects, roots],
  );
  return rows[0]?.status === "RUNNING";
}
