import { liveAdminApi } from "~/connectors/shopify/live.server";
import { type CallOptions, NoAnswer } from "~/connectors/shopify/port";
import { requireShop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { isDatabaseUnavailable, Refusal } from "~/platform/errors";
import { StartLater, startTurn } from "~/platform/jobs/start-later.server";
import { defineTask, requestTask } from "~/platform/jobs/task.server";
import { recordHeard } from "./freshness.server";
import type { MirrorDeclaration, MirroredRow, WriteReading } from "./mirror-declaration.server";
import { confirmRows, readingTime } from "./write-rows.server";

/** Reads rows from Shopify by id and updates the mirror. */
export type ReadIntoMirror = (shop: string, ids: readonly number[], call: CallOptions) => Promise<void>;

interface RowWriters<Row> {
  writeReading: WriteReading<Row>;
  forget(tx: ShopTransaction, shop: string, ids: readonly number[]): Promise<void>;
}

interface StaleRow {
  id: string;
  queued_at: string;
}

/** Why rows couldn't be mirrored, by their ids. */
type FailedRows = Map<number, unknown>;

/** After as many rows without an answer, Shopify counts as unreachable. */
const MAX_UNANSWERED = 2;

const countUnanswered = (failed: FailedRows) =>
  [...failed.values()].filter((error) => error instanceof NoAnswer).length;

/** True when the error says nothing about a single row: the process stops, access is refused, or the database can't be reached. */
const concernsAllRows = (error: unknown, { signal }: CallOptions) =>
  signal?.aborted ||
  (error instanceof Refusal && !(error instanceof NoAnswer)) ||
  isDatabaseUnavailable(error);

/** Makes what repairs stale rows of a mirror: recording them, and the task that reads them again. */
export function createRefresh<Row extends MirroredRow, Line, Payload, PartLine>(
  mirror: MirrorDeclaration<Row, Line, Payload, PartLine>,
  { writeReading, forget }: RowWriters<Row>,
) {
  const { name, plural, stale, byId, publish } = mirror;

  /**
   * Reads the rows that webhooks named from Shopify, until none is stale. A row that can't be read or written stays stale and
   * doesn't keep the others waiting: the task fails when they are done, and the next run tries it again. A run ends when as
   * many have failed as one call reads, or Shopify doesn't answer: the fault may concern all of them. The next run begins with
   * the others. A turn ends only when others are left, so rows that fail every time end a run with an error.
   */
  const refreshTask = defineTask({
    name: `${name}.refresh`,
    // Also on a schedule: a request is dropped while an earlier one waits, which may run before the new one's transaction has committed.
    schedule: {
      cron: "*/5 * * * *",
      due: `EXISTS (SELECT FROM ${stale.table} AS stale WHERE stale.shop = shops.shop)`,
    },
    async run(shop, signal, slot) {
      const failed: FailedRows = new Map();
      const endOfTurn = startTurn(shop, slot);
      let startsAt: Date | undefined;
      while (!signal.aborted && failed.size < byId.perCall) {
        const rows = await nextStaleRows(shop, failed);
        if (rows.length === 0) break;
        if (startsAt) throw new StartLater(`More ${plural} are stale.`, startsAt);
        await refreshRows(shop, rows, signal, failed);
        startsAt = endOfTurn();
      }
      if (failed.size === 0) return;
      const [cause] = failed.values();
      throw new Error(`These ${plural} could not be mirrored: ${[...failed.keys()].join(", ")}.`, { cause });
    },
  });

  async function markStale(tx: ShopTransaction, shop: string, ids: readonly number[]): Promise<void> {
    // A fixed order of locks, as in `settle`: rebuilds, webhooks and refreshes of the same rows never wait for each other.
    await tx.$client.query(
      `INSERT INTO ${stale.table} (shop, ${stale.id}) SELECT $1, id FROM unnest($2::bigint[]) AS id ORDER BY id
       ON CONFLICT (shop, ${stale.id}) DO UPDATE SET queued_at = clock_timestamp()`,
      [shop, ids],
    );
    await requestTask(refreshTask, shop, { tx });
  }

  async function isStale(tx: ShopTransaction, shop: string, id: number): Promise<boolean> {
    const { rowCount } = await tx.$client.query(
      `SELECT FROM ${stale.table} WHERE shop = $1 AND ${stale.id} = $2`,
      [shop, id],
    );
    return rowCount === 1;
  }

  /** @param failed the rows that this run leaves out */
  async function nextStaleRows(shop: string, failed: FailedRows): Promise<StaleRow[]> {
    const { rows } = await withShop(shop, (tx) =>
      tx.$client.query<StaleRow>(
        `SELECT ${stale.id} AS id, queued_at::text FROM ${stale.table}
          WHERE shop = $1 AND ${stale.id} <> ALL($3::bigint[]) ORDER BY queued_at, ${stale.id} LIMIT $2`,
        [shop, byId.perCall, [...failed.keys()]],
      ),
    );
    return rows;
  }

  /** @param failed to which the rows that fail are added */
  async function refreshRows(
    shop: string,
    rows: readonly StaleRow[],
    signal: AbortSignal,
    failed: FailedRows,
  ): Promise<void> {
    const ids = rows.map(({ id }) => Number(id));
    const read = new Set<number>();
    try {
      await readEach(shop, ids, { priority: "bulk", signal }, { failed, read });
    } finally {
      await settle(
        shop,
        rows.filter(({ id }) => read.has(Number(id))),
      );
    }
  }

  /** Rows that were read are no longer stale. */
  async function settle(shop: string, read: readonly StaleRow[]): Promise<void> {
    if (read.length === 0) return;
    const ids = read.map(({ id }) => Number(id));
    await withShop(shop, async (tx) => {
      await tx.$client.query(
        `SELECT 1 FROM ${stale.table} WHERE shop = $1 AND ${stale.id} = ANY($2::bigint[])
          ORDER BY ${stale.id} FOR UPDATE`,
        [shop, ids],
      );
      // What was recorded again since then is read again.
      await tx.$client.query(
        `DELETE FROM ${stale.table} s USING unnest($2::bigint[], $3::timestamptz[]) AS read(id, queued_at)
          WHERE s.shop = $1 AND s.${stale.id} = read.id AND s.queued_at = read.queued_at`,
        [shop, ids, read.map(({ queued_at }) => queued_at)],
      );
    });
    await recordHeard(shop, name);
    publish?.(shop, ids);
  }

  /** Moves a stale row behind the others, with which the next run begins. */
  const moveBack = (shop: string, id: number) =>
    withShop(shop, (tx) =>
      tx.$client.query(
        `UPDATE ${stale.table} SET queued_at = clock_timestamp() WHERE shop = $1 AND ${stale.id} = $2`,
        [shop, id],
      ),
    );

  /**
   * Reads rows together, or one by one when one of them fails. Without Shopify or the database, all do: it throws.
   * @param outcome to which each row is added
   */
  async function readEach(
    shop: string,
    ids: readonly number[],
    call: CallOptions,
    outcome: { failed: FailedRows; read: Set<number> },
  ): Promise<void> {
    const { failed, read } = outcome;
    try {
      await readIntoMirror(shop, ids, call);
      for (const id of ids) read.add(id);
      return;
    } catch (error) {
      if (concernsAllRows(error, call)) throw error;
      if (ids.length === 1) {
        const id = Number(ids[0]);
        failed.set(id, error);
        await moveBack(shop, id);
        if (countUnanswered(failed) >= MAX_UNANSWERED) throw error;
        return;
      }
    }
    for (const id of ids) await readEach(shop, [id], call, outcome);
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

  return { refreshTask, markStale, isStale, readIntoMirror };
}
