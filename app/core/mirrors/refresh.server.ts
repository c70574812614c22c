import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallOptions } from "~/connectors/shopify/port";
import { requireShop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
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

/** Makes what repairs stale rows of a mirror: recording them, and the task that reads them again. */
export function createRefresh<Row extends MirroredRow, Line, Payload, PartLine>(
  mirror: MirrorDeclaration<Row, Line, Payload, PartLine>,
  { writeReading, forget }: RowWriters<Row>,
) {
  const { name, stale, byId, publish } = mirror;

  /** Reads the rows that webhooks named from Shopify, until none is stale. */
  const refreshTask: Task = {
    name: `${name}.refresh`,
    // Also on a schedule: a request is dropped while an earlier one waits, which may run before the new one's transaction has committed.
    schedule: "*/5 * * * *",
    async run(shop, signal) {
      while (!signal.aborted && (await refreshSome(shop, signal)));
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

  /** @returns false when nothing was stale */
  async function refreshSome(shop: string, signal: AbortSignal): Promise<boolean> {
    const { rows } = await withShop(shop, (tx) =>
      tx.$client.query<{ id: string; queued_at: string }>(
        `SELECT ${stale.id} AS id, queued_at::text FROM ${stale.table}
          WHERE shop = $1 ORDER BY queued_at, ${stale.id} LIMIT $2`,
        [shop, byId.perCall],
      ),
    );
    if (rows.length === 0) return false;
    const ids = rows.map(({ id }) => Number(id));
    await readIntoMirror(shop, ids, { priority: "bulk", signal });
    // What was recorded again since then is read again.
    await withShop(shop, (tx) =>
      tx.$client.query(
        `DELETE FROM ${stale.table} s USING unnest($2::bigint[], $3::timestamptz[]) AS read(id, queued_at)
          WHERE s.shop = $1 AND s.${stale.id} = read.id AND s.queued_at = read.queued_at`,
        [shop, ids, rows.map((row) => row.queued_at)],
      ),
    );
    await recordHeard(shop, name);
    publish(shop, ids);
    return true;
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
