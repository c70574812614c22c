import { liveAdminApi } from "~/connectors/shopify/live.server";
import { type CallOptions, NoAnswer } from "~/connectors/shopify/port";
import { requireShop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { isDatabaseUnavailable, Refusal } from "~/platform/errors";
import { requestTask, type Task } from "~/platform/jobs/task.server";
import { recordHeard } from "./freshness.server";
import type { MirrorDeclaration, MirroredRow, WriteReading } from "./mirror-declaration.server";
import { confirmRows, readingTime } from "./reading-time.server";

/** Reads rows from Shopify by id and updates the mirror. */
export type ReadIntoMirror = (shop: string, ids: readonly number[], call: CallOptions) => Promise<void>;

interface RowWriters<Row> {
  writeReading: WriteReading<Row>;
  forget(tx: ShopTransaction, shop: string, ids: readonly number[]): Promise<void>;
}

/** Why rows couldn't be mirrored, by their ids. */
type FailedRows = Map<number, unknown>;

/** True when the error says nothing about a single row: the process stops, or Shopify or the database can't be reached. */
const concernsAllRows = (error: unknown, { signal }: CallOptions) =>
  signal?.aborted || error instanceof Refusal || isDatabaseUnavailable(error);

/** Makes what repairs stale rows of a mirror: recording them, and the task that reads them again. */
export function createRefresh<Row extends MirroredRow, Line, Payload, PartLine>(
  mirror: MirrorDeclaration<Row, Line, Payload, PartLine>,
  { writeReading, forget }: RowWriters<Row>,
) {
  const { name, plural, stale, byId, publish } = mirror;

  /**
   * Reads the rows that webhooks named from Shopify, until none is stale. A row that can't be written stays stale and doesn't
   * keep the others waiting: the task fails when they are done, and the next run tries it again. A run ends when as
   * many have failed as one call reads: the fault may concern all of them. The next run begins with the others.
   */
  const refreshTask: Task = {
    name: `${name}.refresh`,
    // Also on a schedule: a request is dropped while an earlier one waits, which may run before the new one's transaction has committed.
    schedule: "*/5 * * * *",
    async run(shop, signal) {
      const failed: FailedRows = new Map();
      while (!signal.aborted && failed.size < byId.perCall && (await refreshSome(shop, signal, failed)));
      if (failed.size === 0) return;
      const [cause] = failed.values();
      throw new Error(`These ${plural} could not be mirrored: ${[...failed.keys()].join(", ")}.`, { cause });
    },
  };

  async function markStale(tx: ShopTransaction, shop: string, ids: readonly number[]): Promise<void> {
    await tx.$client.query(
      `INSERT INTO ${stale.table} (shop, ${stale.id}) SELECT $1, unnest($2::bigint[])
       ON CONFLICT (shop, ${stale.id}) DO UPDATE SET queued_at = clock_timestamp()`,
      [shop, ids],
    );
    await requestTask(refreshTask, shop, { tx });
  }

  /**
   * @param failed the rows that this run leaves out; those that fail are added
   * @returns false when nothing else was stale
   */
  async function refreshSome(shop: string, signal: AbortSignal, failed: FailedRows): Promise<boolean> {
    const { rows } = await withShop(shop, (tx) =>
      tx.$client.query<{ id: string; queued_at: string }>(
        `SELECT ${stale.id} AS id, queued_at::text FROM ${stale.table}
          WHERE shop = $1 AND ${stale.id} <> ALL($3::bigint[]) ORDER BY queued_at, ${stale.id} LIMIT $2`,
        [shop, byId.perCall, [...failed.keys()]],
      ),
    );
    if (rows.length === 0) return false;
    const ids = rows.map(({ id }) => Number(id));
    try {
      await readEach(shop, ids, { priority: "bulk", signal }, failed);
    } catch (error) {
      // Shopify may fail at one of them only.
      if (error instanceof NoAnswer) await withShop(shop, (tx) => moveBack(tx, shop, ids));
      throw error;
    }
    const read = rows.filter(({ id }) => !failed.has(Number(id)));
    await withShop(shop, async (tx) => {
      // What was recorded again since then is read again.
      await tx.$client.query(
        `DELETE FROM ${stale.table} s USING unnest($2::bigint[], $3::timestamptz[]) AS read(id, queued_at)
          WHERE s.shop = $1 AND s.${stale.id} = read.id AND s.queued_at = read.queued_at`,
        [shop, read.map(({ id }) => id), read.map(({ queued_at }) => queued_at)],
      );
      await moveBack(
        tx,
        shop,
        ids.filter((id) => failed.has(id)),
      );
    });
    if (read.length === 0) return true;
    await recordHeard(shop, name);
    publish(
      shop,
      read.map(({ id }) => Number(id)),
    );
    return true;
  }

  /** Moves stale rows behind the others, with which the next run begins. */
  const moveBack = (tx: ShopTransaction, shop: string, ids: readonly number[]) =>
    tx.$client.query(
      `UPDATE ${stale.table} SET queued_at = clock_timestamp() WHERE shop = $1 AND ${stale.id} = ANY($2::bigint[])`,
      [shop, ids],
    );

  /** Reads rows together, or one by one when one of them can't be written. Without Shopify or the database, none can: it throws. */
  async function readEach(shop: string, ids: readonly number[], call: CallOptions, failed: FailedRows) {
    try {
      return await readIntoMirror(shop, ids, call);
    } catch (error) {
      if (concernsAllRows(error, call)) throw error;
      if (ids.length === 1) return void failed.set(Number(ids[0]), error);
    }
    for (const id of ids) await readEach(shop, [id], call, failed);
  }

  const readIntoMirror: ReadIntoMirror = async (shop, ids, call) => {
    const api = liveAdminApi(shop);
    const installed = await requireShop(shop);
    for (let start = 0; start < ids.length; start += byId.perCall) {
      const some = ids.slice(start, start + byId.perCall);
      const readAt = await withShop(shop, readingTime);
      const found = await byId.read(api, some, call, installed);
      const alive = new Set(found.map(({ id }) => id));
      const deletedIds = some.filter((id) => !alive.has(id));
      // Each of the two locks rows first and what triggers write last. In one transaction they could deadlock with a decision.
      if (deletedIds.length > 0) await withShop(shop, (tx) => forget(tx, shop, deletedIds));
      await withShop(shop, async (tx) => {
        await writeReading(tx, shop, found, readAt);
        await confirmRows(tx, shop, mirror, found, readAt);
      });
    }
  };

  return { refreshTask, markStale, readIntoMirror };
}
