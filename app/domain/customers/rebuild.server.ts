import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { linesOf } from "~/connectors/shopify/bulk-lines.server";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import {
  type BulkOperationNode,
  bulkOperationCancel,
  bulkOperationGet,
  bulkRunQuery,
} from "~/connectors/shopify/operations/bulk";
import { ALL_CUSTOMERS_DOCUMENT, type CustomerLine } from "~/connectors/shopify/operations/customers";
import type { AdminApi } from "~/connectors/shopify/port";
import { refuseUserErrors } from "~/connectors/shopify/user-errors";
import { type Administrator, BACKROOM } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { upstreamFailed } from "~/platform/errors";
import { defineJob, type ItemContext, startJob } from "~/platform/jobs/job.server";
import type { Task } from "~/platform/jobs/task.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { mirrorCustomers } from "./mirror.server";
import { type MirrorRow, mirrorRowOfLine } from "./mirror-row";
import { publishCustomers } from "./publish.server";
import { noteStale } from "./refresh.server";

const ROWS_PER_WRITE = 2_000;
const POLL_MS = { first: 250, most: 5_000 };

/**
 * Reads all customers from the store again by one bulk operation. Webhooks go on being taken in meanwhile, and the newer
 * of two readings always wins, so nothing that happens during a rebuild is lost. Safe to repeat after a crash at any point.
 */
export const rebuildMirrorJob = defineJob({
  name: "customers.rebuild-mirror",
  item: z.object({}),
  concurrency: 1,
  async run(_item, context) {
    const api = liveAdminApi(context.shop);
    const operation = await resumeOrStart(api, context);
    publishChange(context.shop, "owner", { list: "mirror" });
    const finished = await waitFor(api, operation, context);
    const seen = finished.url
      ? await takeIn(api, finished.url, Number(finished.rootObjectCount), context)
      : new Set<number>();
    const missing = await noteMissing(context.shop, seen);
    await withShop(context.shop, (tx) =>
      tx.$client.query(
        "UPDATE mirrors SET rebuilt_at = now(), heard_at = now(), bulk_operation_id = NULL, rebuild_started_at = NULL, rows = $2 WHERE shop = $1",
        [context.shop, seen.size],
      ),
    );
    publishCustomers(context.shop);
    publishChange(context.shop, "owner", { list: "mirror" });
    return {
      state: "done",
      message: `${seen.size} customers read; ${missing} that were not among them are being looked up.`,
    };
  },
  async finished(shop) {
    publishChange(shop, "owner", { list: "mirror" });
  },
});

/**
 * Queues a rebuild, unless one is queued or running already.
 * @returns the job's id, or null when there is one already
 */
export async function startRebuild(
  tx: ShopTransaction,
  shop: string,
  startedBy: Pick<Administrator, "id" | "name">,
): Promise<string | null> {
  // Two who ask at the same moment take turns, so that the second one finds the first one's job.
  await tx.$client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`rebuild ${shop}`]);
  const { rows } = await tx.$client.query(
    "SELECT 1 FROM jobs WHERE shop = $1 AND kind = $2 AND state IN ('queued', 'running', 'paused') LIMIT 1",
    [shop, rebuildMirrorJob.name],
  );
  if (rows.length > 0) return null;
  return startJob(tx, shop, rebuildMirrorJob, {
    title: "Read all customers from the store again",
    permission: "signed-in",
    startedBy,
    items: [{ label: "All customers", input: {} }],
  });
}

/** Every night at three (UTC), by Backroom itself: webhooks are sometimes lost. */
export const nightlyRebuild: Task = {
  name: "customers.nightly-rebuild",
  schedule: "0 3 * * *",
  async run(shop) {
    await withShop(shop, (tx) => startRebuild(tx, shop, BACKROOM));
  },
};

/**
 * Takes up the bulk operation that a dead process had started for this very job, or starts one. What is noted from before
 * the job began is another job's, which ended somehow: its result is old.
 */
async function resumeOrStart(api: AdminApi, { shop, jobId, signal }: ItemContext): Promise<string> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ bulk_operation_id: string | null }>(
      `INSERT INTO mirrors AS kept (shop, rebuild_started_at) VALUES ($1, now())
       ON CONFLICT (shop) DO UPDATE SET rebuild_started_at = now(), bulk_operation_id =
         CASE WHEN kept.rebuild_started_at >= (SELECT started_at FROM jobs WHERE shop = $1 AND id = $2) THEN kept.bulk_operation_id END
       RETURNING bulk_operation_id`,
      [shop, jobId],
    ),
  );
  const running = rows[0]?.bulk_operation_id;
  if (running) return running;
  const { bulkOperationRunQuery: started } = await api.run(
    bulkRunQuery,
    { query: ALL_CUSTOMERS_DOCUMENT },
    { priority: "bulk", signal },
  );
  refuseUserErrors("start reading all customers", started);
  const id = started.bulkOperation?.id;
  if (!id) throw upstreamFailed("Shopify did not start reading all customers.");
  await rememberOperation(shop, id);
  return id;
}

async function rememberOperation(shop: string, id: string | null): Promise<void> {
  await withShop(shop, (tx) =>
    tx.$client.query("UPDATE mirrors SET bulk_operation_id = $2 WHERE shop = $1", [shop, id]),
  );
}

async function waitFor(
  api: AdminApi,
  id: string,
  { shop, signal, progress }: ItemContext,
): Promise<BulkOperationNode> {
  for (let pause = POLL_MS.first; ; pause = Math.min(pause * 1.5, POLL_MS.most)) {
    if (signal.aborted) await cancelOperation(api, shop, id, signal);
    const { bulkOperation } = await api.run(bulkOperationGet, { id }, { priority: "bulk" });
    if (bulkOperation?.status === "COMPLETED") return bulkOperation;
    if (!bulkOperation || !["CREATED", "RUNNING"].includes(bulkOperation.status)) {
      await rememberOperation(shop, null);
      throw upstreamFailed(
        `Shopify's bulk operation ended as ${bulkOperation?.status ?? "unknown"}. Start the rebuild again.`,
      );
    }
    await progress(0, Number(bulkOperation.rootObjectCount));
    await wait(pause, undefined, { signal }).catch(() => {});
  }
}

/** A cancelled job also stops Shopify's work; a process that merely stops leaves it running, to be taken up again. */
async function cancelOperation(api: AdminApi, shop: string, id: string, signal: AbortSignal): Promise<void> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query(
      "SELECT 1 FROM jobs WHERE shop = $1 AND kind = 'customers.rebuild-mirror' AND state = 'running' AND cancel_requested_at IS NOT NULL",
      [shop],
    ),
  );
  if (rows.length > 0) {
    await api.run(bulkOperationCancel, { id }, { priority: "bulk" });
    await rememberOperation(shop, null);
  }
  signal.throwIfAborted();
}

/** Streams the result into the mirror, a few thousand rows per transaction. @returns the ids that stood in it. */
async function takeIn(
  api: AdminApi,
  url: string,
  total: number,
  { shop, signal, progress }: ItemContext,
): Promise<Set<number>> {
  const bytes = await api.download(url, signal);
  const seen = new Set<number>();
  let rows: MirrorRow[] = [];
  const write = async () => {
    const writing = rows;
    rows = [];
    await withShop(shop, (tx) => mirrorCustomers(tx, shop, writing));
    await progress(seen.size, total);
  };
  for await (const line of linesOf(bytes)) {
    signal.throwIfAborted();
    if (!line) continue;
    const row = mirrorRowOfLine(JSON.parse(line) as CustomerLine);
    seen.add(row.id);
    rows.push(row);
    if (rows.length >= ROWS_PER_WRITE) await write();
  }
  if (rows.length > 0) await write();
  return seen;
}

/**
 * Customers of the mirror that the store did not list are not deleted at once (they may be newer than the listing):
 * they are read again by id, and go only if Shopify says so.
 */
async function noteMissing(shop: string, seen: ReadonlySet<number>): Promise<number> {
  let missing = 0;
  for (let after = 0; ; ) {
    const { rows } = await withShop(shop, (tx) =>
      tx.$client.query<{ id: string }>(
        "SELECT id FROM customers WHERE shop = $1 AND id > $2 ORDER BY id LIMIT 20000",
        [shop, after],
      ),
    );
    const last = rows.at(-1);
    if (!last) return missing;
    after = Number(last.id);
    const gone = rows.map((row) => Number(row.id)).filter((id) => !seen.has(id));
    if (gone.length === 0) continue;
    missing += gone.length;
    await withShop(shop, (tx) => noteStale(tx, shop, gone));
  }
}
