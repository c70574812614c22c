import { z } from "zod";
import { groupedLines, linesOf } from "~/connectors/shopify/bulk-lines.server";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import {
  type BulkOperationNode,
  bulkOperationCancel,
  bulkOperationGet,
  bulkRunQuery,
} from "~/connectors/shopify/operations/bulk-operations";
import { type AdminApi, refuseUserErrors } from "~/connectors/shopify/port";
import type { Administrator } from "~/platform/auth/permission";
import { requireShop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { pause, pauseMs } from "~/platform/deadline.server";
import { isDatabaseUnavailable, Refusal, upstreamFailed } from "~/platform/errors";
import {
  defineJob,
  type ItemContext,
  isUnfinished,
  type RunnableJob,
  startJob,
} from "~/platform/jobs/job.server";
import { startIn } from "~/platform/jobs/start-later.server";
import { NOT_COUNTED } from "~/platform/jobs/states";
import { log } from "~/platform/log.server";
import { publishChange } from "~/platform/realtime/publish.server";
import type { MirrorDeclaration, MirroredRow, WriteReading } from "./mirror-declaration.server";

/**
 * Queues a rebuild, unless one is queued or running already.
 * @returns the job's id, or null when there is one already
 */
export type StartRebuild = (
  tx: ShopTransaction,
  shop: string,
  startedBy: Pick<Administrator, "id" | "name">,
) => Promise<string | null>;

interface RowActions<Row> {
  writeReading: WriteReading<Row>;
  markStale(tx: ShopTransaction, shop: string, ids: readonly number[]): Promise<void>;
}

const LINES_PER_WRITE = 2_000;
const ROWS_PER_READ = 20_000;
/** After as many rows that can't be stored, the fault counts as one of all rows, such as a full disk. */
const MAX_FAILED = 20;
/** Shopify's work is polled at first, and then looked at again when the job starts again. */
const POLL_MS = { first: 250, most: 1_000, later: 5_000 };

/** The number in Shopify's id of a line. */
function numberIn(line: { id: string }): number {
  const digits = /\/(\d{1,16})$/.exec(line.id)?.[1];
  if (!digits) throw upstreamFailed(`Shopify's result file has a line with the id "${line.id}".`);
  return Number(digits);
}

/** Notifies the settings page, which shows how fresh the mirrors are. */
const publishFreshness = (shop: string) => publishChange(shop, "owner", { list: "mirror" });

/**
 * Makes the job that reads all rows from Shopify by one bulk operation. Webhooks are received while it runs, and the newer of two
 * readings always wins, so nothing that happens during a rebuild is lost. Safe to repeat after a crash at any point.
 */
export function createRebuild<Row extends MirroredRow, Line extends { id: string }, Payload, PartLine>(
  mirror: MirrorDeclaration<Row, Line, Payload, PartLine>,
  { writeReading, markStale }: RowActions<Row>,
): { rebuildJob: RunnableJob; startRebuild: StartRebuild } {
  const { name, plural, table, bulk, version } = mirror;

  const rebuildJob = defineJob({
    name: `${name}.rebuild-mirror`,
    item: z.object({}),
    concurrency: 1,
    async run(_item, context) {
      const { shop } = context;
      const api = liveAdminApi(shop);
      const operation = await resumeOrStart(api, context);
      const { readAt } = operation;
      publishFreshness(shop);
      const finished = await waitFor(api, operation, context);
      const { seen, failed } = finished.url
        ? await writeResult(api, finished.url, { total: Number(finished.rootObjectCount), readAt }, context)
        : { seen: new Set<number>(), failed: new Set<number>() };
      const missing = await markMissing(shop, seen);
      if (failed.size > 0) await withShop(shop, (tx) => markStale(tx, shop, [...failed]));
      await withShop(shop, (tx) =>
        tx.$client.query(
          `UPDATE mirrors SET rebuilt_at = now(), heard_at = now(), bulk_operation_id = NULL, rebuild_started_at = NULL,
                              rows = $3, version = $4
            WHERE shop = $1 AND name = $2`,
          [shop, name, seen.size - failed.size, version],
        ),
      );
      await forgetTombstones(shop);
      mirror.publish?.(shop);
      publishFreshness(shop);
      const message = `${seen.size} ${plural} read; ${missing} that weren't among them are being looked up.`;
      if (failed.size === 0) return { state: "done", message };
      return {
        state: "failed",
        message: `${message} These couldn't be stored and are tried again in the background: ${[...failed].join(", ")}. The log says why.`,
      };
    },
    async finished(shop) {
      await cancelUnwanted(liveAdminApi(shop), shop);
      publishFreshness(shop);
    },
  });

  const startRebuild: StartRebuild = async (tx, shop, startedBy) => {
    // Two simultaneous requests take turns, so that the second one finds the first one's job.
    await tx.$client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`rebuild ${name} ${shop}`]);
    const { rowCount } = await tx.$client.query(
      `SELECT 1 FROM jobs WHERE shop = $1 AND kind = $2 AND ${isUnfinished("jobs")} LIMIT 1`,
      [shop, rebuildJob.name],
    );
    if (rowCount) return null;
    return startJob(tx, shop, rebuildJob, {
      title: `Read all ${plural} from the store again`,
      permission: "signed-in",
      startedBy,
      items: [{ label: `All ${plural}`, input: {} }],
      params: NOT_COUNTED,
    });
  };

  /**
   * Resumes the bulk operation that a dead process had started for this very job, or starts one. An operation from before the
   * job's start belongs to another job: its result is old.
   */
  async function resumeOrStart(
    api: AdminApi,
    { shop, jobId, signal }: ItemContext,
  ): Promise<{ id: string; readAt: string; isResumed: boolean }> {
    const { rows } = await withShop(shop, (tx) =>
      tx.$client.query<{ bulk_operation_id: string | null; read_at: string }>(
        `INSERT INTO mirrors AS kept (shop, name, rebuild_started_at) VALUES ($1, $2, clock_timestamp())
         ON CONFLICT (shop, name) DO UPDATE SET (rebuild_started_at, bulk_operation_id) = (
           SELECT CASE WHEN is_ours THEN kept.rebuild_started_at ELSE excluded.rebuild_started_at END,
                  CASE WHEN is_ours THEN kept.bulk_operation_id END
             FROM (SELECT kept.bulk_operation_id IS NOT NULL AND kept.rebuild_started_at >=
                          (SELECT started_at FROM jobs WHERE shop = $1 AND id = $3) AS is_ours) AS attempt)
         RETURNING bulk_operation_id, rebuild_started_at::text AS read_at`,
        [shop, name, jobId],
      ),
    );
    const { bulk_operation_id: running, read_at: readAt } = rows[0] as (typeof rows)[number];
    if (running) return { id: running, readAt, isResumed: true };
    const { bulkOperationRunQuery: started } = await api.run(
      bulkRunQuery,
      { query: bulk.query, groupObjects: bulk.hasParts === true },
      { priority: "bulk", signal },
    );
    refuseUserErrors(`start reading all ${plural}`, started);
    const id = started?.bulkOperation?.id;
    if (!id) throw upstreamFailed(`Shopify didn't start reading all ${plural}.`);
    await rememberOperation(shop, id);
    return { id, readAt, isResumed: false };
  }

  async function rememberOperation(shop: string, id: string | null): Promise<void> {
    await withShop(shop, (tx) =>
      tx.$client.query("UPDATE mirrors SET bulk_operation_id = $3 WHERE shop = $1 AND name = $2", [
        shop,
        name,
        id,
      ]),
    );
  }

  async function waitFor(
    api: AdminApi,
    { id, isResumed }: { id: string; isResumed: boolean },
    { shop, signal, progress }: ItemContext,
  ): Promise<BulkOperationNode> {
    for (let interval = isResumed ? POLL_MS.most : POLL_MS.first; ; interval *= 1.5) {
      if (signal.aborted) {
        await cancelUnwanted(api, shop);
        signal.throwIfAborted();
      }
      const { bulkOperation } = await api.run(bulkOperationGet, { id }, { priority: "bulk" });
      if (bulkOperation?.status === "COMPLETED") return bulkOperation;
      if (!bulkOperation || !["CREATED", "RUNNING"].includes(bulkOperation.status)) {
        await rememberOperation(shop, null);
        throw upstreamFailed(
          `Shopify's bulk operation ended as ${bulkOperation?.status ?? "unknown"}. Start the rebuild again.`,
        );
      }
      await progress(0, Number(bulkOperation.rootObjectCount));
      if (interval >= POLL_MS.most)
        throw startIn(pauseMs(POLL_MS.later), `Shopify is still collecting all ${plural}.`);
      await pause(interval, { signal }).catch(() => {});
    }
  }

  /** No reading lasts a day. */
  async function forgetTombstones(shop: string): Promise<void> {
    await withShop(shop, (tx) =>
      tx.$client.query(
        "DELETE FROM mirror_tombstones WHERE shop = $1 AND mirror = $2 AND deleted_at < now() - interval '1 day'",
        [shop, name],
      ),
    );
  }

  /** A canceled job also cancels Shopify's work. A process that only stops leaves it running, to be resumed. */
  async function cancelUnwanted(api: AdminApi, shop: string): Promise<void> {
    const { rows } = await withShop(shop, (tx) =>
      tx.$client.query<{ id: string }>(
        `SELECT bulk_operation_id AS id FROM mirrors AS mirror
          WHERE shop = $1 AND name = $2 AND bulk_operation_id IS NOT NULL
            AND EXISTS (SELECT FROM jobs WHERE jobs.shop = $1 AND kind = $3 AND cancel_requested_at IS NOT NULL
                           AND state IN ('running', 'cancelled') AND started_at <= mirror.rebuild_started_at)`,
        [shop, name, rebuildJob.name],
      ),
    );
    const [operation] = rows;
    if (!operation) return;
    await api.run(bulkOperationCancel, { id: operation.id }, { priority: "bulk" });
    await rememberOperation(shop, null);
  }

  /**
   * Streams the result into the mirror, a few thousand lines per transaction.
   * @returns the ids in it, and those of the rows that couldn't be stored
   */
  async function writeResult(
    api: AdminApi,
    url: string,
    { total, readAt }: { total: number; readAt: string },
    { shop, signal, progress }: ItemContext,
  ): Promise<{ seen: Set<number>; failed: Set<number> }> {
    const installed = await requireShop(shop);
    const bytes = await api.download(url, signal);
    const seen = new Set<number>();
    const failed = new Set<number>();
    let rows: Row[] = [];
    let lines = 0;
    const leaveOut = (id: number, error: unknown) => {
      if (failed.size >= MAX_FAILED) throw error;
      failed.add(id);
      log.warn({ shop, mirror: name, id, err: error }, "a rebuild left out a row that couldn't be stored");
    };
    /** Writes rows together. When that fails, their halves, down to the rows that can't be written. */
    const write = async (writing: readonly Row[]): Promise<void> => {
      try {
        await withShop(shop, (tx) => writeReading(tx, shop, writing, readAt));
      } catch (error) {
        if (signal.aborted || error instanceof Refusal || isDatabaseUnavailable(error)) throw error;
        const [first] = writing;
        if (writing.length === 1 && first) return leaveOut(first.id, error);
        const half = Math.ceil(writing.length / 2);
        await write(writing.slice(0, half));
        await write(writing.slice(half));
      }
    };
    const flush = async () => {
      const writing = rows;
      rows = [];
      lines = 0;
      await write(writing);
      await progress(seen.size, total);
    };
    for await (const { line, parts } of groupedLines<Line, PartLine>(linesOf(bytes))) {
      signal.throwIfAborted();
      const id = numberIn(line);
      seen.add(id);
      try {
        rows.push(bulk.rowOf(line, parts, installed));
      } catch (error) {
        leaveOut(id, error);
        continue;
      }
      lines += 1 + parts.length;
      if (lines >= LINES_PER_WRITE) await flush();
    }
    if (rows.length > 0) await flush();
    return { seen, failed };
  }

  /**
   * Rows of the mirror that Shopify didn't list are not deleted immediately, because they may be newer than the listing. They are
   * read again by id, and deleted only if Shopify says so.
   */
  async function markMissing(shop: string, seen: ReadonlySet<number>): Promise<number> {
    let missing = 0;
    for (let after = 0; ; ) {
      const { rows } = await withShop(shop, (tx) =>
        tx.$client.query<{ id: string }>(
          `SELECT id FROM ${table} WHERE shop = $1 AND id > $2 ORDER BY id LIMIT ${ROWS_PER_READ}`,
          [shop, after],
        ),
      );
      const last = rows.at(-1);
      if (!last) return missing;
      after = Number(last.id);
      const deletedIds = rows.map((row) => Number(row.id)).filter((id) => !seen.has(id));
      if (deletedIds.length === 0) continue;
      missing += deletedIds.length;
      await withShop(shop, (tx) => markStale(tx, shop, deletedIds));
    }
  }

  return { rebuildJob, startRebuild };
}
