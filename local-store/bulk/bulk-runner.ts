import { type RequestContext, requestContext } from "../admin-api/context.ts";
import { gid } from "../admin-api/gid.ts";
import { type Store, transaction } from "../data/database.ts";
import { toDateTime } from "../data/instants.ts";
import { findShop } from "../data/shops.ts";
import { emit } from "../webhooks/emit.ts";
import type { BulkOperations } from "./bulk-operations.ts";
import { createFile, filePath } from "./file-routes.ts";
import { LineWriter } from "./line-writer.ts";
import { type BulkOperationRow, type BulkRequest, createOperation, updateProgress } from "./operations.ts";
import { runBulkMutation } from "./run-mutation.ts";
import { compileBulkQuery, runBulkQuery } from "./run-query.ts";

/** Runs bulk operations in the background of the local store's process. */
export class BulkRunner implements BulkOperations {
  readonly #store: Store;
  readonly #publicUrl: string;
  readonly #running = new Set<Promise<void>>();
  #stopping = false;

  constructor(store: Store, publicUrl: string) {
    this.#store = store;
    this.#publicUrl = publicUrl;
  }

  async start(
    { shop, token }: Parameters<BulkOperations["start"]>[0],
    request: BulkRequest,
  ): Promise<BulkOperationRow | null> {
    if (request.type === "QUERY") compileBulkQuery(request.document);
    const owner = { shop: shop.domain, apiKey: token.api_key, scopes: token.scopes };
    const operation = await transaction(this.#store, (client) =>
      createOperation(client, this.#store, owner, request),
    );
    if (operation) this.#run(operation);
    return operation;
  }

  async cancel(shop: string, id: number): Promise<boolean> {
    const { rowCount } = await this.#store.pool.query(
      "UPDATE bulk_operations SET status = 'CANCELING' WHERE shop = $1 AND id = $2 AND status IN ('CREATED', 'RUNNING')",
      [shop, id],
    );
    return rowCount === 1;
  }

  /** Resumes operations of an earlier process: queries restart, and mutations fail because they can't be repeated. */
  async resume(): Promise<void> {
    const { rows } = await this.#store.pool.query<BulkOperationRow>(
      "SELECT * FROM bulk_operations WHERE status IN ('CREATED', 'RUNNING', 'CANCELING')",
    );
    for (const operation of rows) {
      if (operation.status === "CANCELING") await this.#finish(operation, "CANCELED", null);
      else if (operation.type === "MUTATION")
        await this.#finish(operation, "FAILED", "INTERNAL_SERVER_ERROR");
      else this.#run(operation);
    }
  }

  /** Waits until no operation is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Interrupts running operations and waits for them. A later `resume` continues them. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.idle();
  }

  #run(operation: BulkOperationRow): void {
    const run = this.#execute(operation)
      // The database is unavailable. The next start resumes the operation.
      .catch(() => {})
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  async #execute(operation: BulkOperationRow): Promise<void> {
    const shop = await findShop(this.#store.pool, operation.shop);
    const started = await this.#store.pool.query(
      "UPDATE bulk_operations SET status = 'RUNNING' WHERE shop = $1 AND id = $2 AND status IN ('CREATED', 'RUNNING')",
      [operation.shop, operation.id],
    );
    if (!shop || started.rowCount === 0) return this.#finish(operation, "CANCELED", null);
    const context: RequestContext = requestContext({
      store: this.#store,
      shop,
      bulk: this,
      publicUrl: this.#publicUrl,
      token: tokenOf(operation),
    });
    const secret = await createFile(this.#store, operation.shop, {
      kind: "bulk",
      filename: `bulk-${operation.id}.jsonl`,
      mimeType: "application/jsonl",
    });
    const writer = new LineWriter(filePath(this.#store, secret));
    const progress = async (roots: number) =>
      !this.#stopping && (await updateProgress(this.#store, operation, writer.lines, roots));
    try {
      const isComplete =
        operation.type === "QUERY"
          ? await runBulkQuery(context, compileBulkQuery(operation.query), writer, progress)
          : await runBulkMutation(context, operation.query, this.#inputPath(operation), writer, progress);
      await writer.close();
      if (this.#stopping && !isComplete) return;
      await this.#finish(operation, isComplete ? "COMPLETED" : "CANCELED", null, {
        secret,
        size: writer.bytes,
      });
    } catch (error) {
      await writer.close();
      const code = (error as { extensions?: { code?: string } }).extensions?.code;
      const errorCode = code === "ACCESS_DENIED" ? "ACCESS_DENIED" : "INTERNAL_SERVER_ERROR";
      await this.#finish(operation, "FAILED", errorCode, { secret, size: writer.bytes });
    }
  }

  #inputPath(operation: BulkOperationRow): string {
    return filePath(this.#store, operation.upload_secret ?? "");
  }

  async #finish(
    operation: BulkOperationRow,
    status: "COMPLETED" | "CANCELED" | "FAILED",
    errorCode: string | null,
    file?: { secret: string; size: number },
  ): Promise<void> {
    const completedAt = new Date(this.#store.clock.now());
    await transaction(this.#store, async (client) => {
      await client.query(
        `UPDATE bulk_operations SET status = $3, error_code = $4, completed_at = $5, file_secret = $6, file_size = $7
         WHERE shop = $1 AND id = $2`,
        [operation.shop, operation.id, status, errorCode, completedAt, file?.secret, file?.size],
      );
      await emit(client, this.#store, operation.shop, "bulk_operations/finish", {
        admin_graphql_api_id: gid("BulkOperation", operation.id),
        completed_at: toDateTime(completedAt),
        created_at: toDateTime(operation.created_at),
        error_code: errorCode?.toLowerCase() ?? null,
        status: status.toLowerCase(),
        type: operation.type.toLowerCase(),
      });
    });
  }
}

/** An operation keeps the scopes of the token that started it. */
function tokenOf(operation: BulkOperationRow): RequestContext["token"] {
  return {
    token: "",
    shop: operation.shop,
    api_key: operation.api_key,
    staff_id: null,
    scopes: operation.scopes,
    created_at: operation.created_at,
    expires_at: null,
    refresh_token: null,
    refresh_expires_at: null,
    refreshed_from: null,
  };
}
