import { BACKROOM } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { RunnableJob } from "~/platform/jobs/job.server";
import { defineTask, EVERY_SHOP, NIGHTLY_SPREAD_MINUTES, type Task } from "~/platform/jobs/task.server";
import type { UninstallHook } from "../erasure/uninstall.server";
import type { SignInHook } from "../installation.server";
import { isFirstDelivery } from "../webhooks/first-delivery.server";
import {
  type WebhookDelivery,
  type WebhookHandler,
  webhookHandler,
} from "../webhooks/webhook-handler.server";
import { type Freshness, hasFilled, readFreshness, recordHeard } from "./freshness.server";
import type { MirrorDeclaration, MirroredRow, WriteReading } from "./mirror-declaration.server";
import { type ChangeOrigin, deleteParts, writeParts } from "./mirror-part.server";
import { createRebuild, type StartRebuild } from "./rebuild.server";
import { createRefresh, type ReadIntoMirror } from "./refresh.server";
import { confirmRows, deleteRows, readingTime, writeRows } from "./write-rows.server";

/** A mirror as the list of modules and the services of its noun know it. */
export interface Mirror<Row extends MirroredRow = never> {
  kind: "mirror";
  name: string;
  /** What many of its rows are called, in lower case. */
  plural: string;
  /**
   * Writes rows, for example what a mutation answered.
   * @param origin who made the change, when Backroom made it
   * @returns the ids of the rows that changed
   */
  write(
    tx: ShopTransaction,
    shop: string,
    rows: readonly Row[],
    origin?: ChangeOrigin | null,
  ): Promise<number[]>;
  /** Deletes rows that Shopify no longer has. */
  forget(tx: ShopTransaction, shop: string, ids: readonly number[]): Promise<void>;
  /** Records rows that may be behind Shopify, and requests that they are read again. */
  markStale(tx: ShopTransaction, shop: string, ids: readonly number[]): Promise<void>;
  /** Whether a row is known to be behind Shopify, and still waits to be read again. */
  isStale(tx: ShopTransaction, shop: string, id: number): Promise<boolean>;
  /** Reads rows from Shopify by id and updates the mirror. */
  readIntoMirror: ReadIntoMirror;
  startRebuild: StartRebuild;
  readFreshness(shop: string): Promise<Freshness>;
  /** False until a rebuild of this version has ended: rows, or columns of rows, are missing. */
  isComplete(tx: ShopTransaction, shop: string): Promise<boolean>;
  rebuildJob: RunnableJob;
  refreshTask: Task;
  nightlyRebuild: Task;
  webhookHandler: WebhookHandler;
  /** Starts the first rebuild, and one after an upgrade that raised the version. */
  fillOnce: SignInHook;
  /** Without webhooks the mirror can't be kept up to date. Its rows stay until Shopify asks for the shop's erasure. */
  stopMirroring: UninstallHook;
}

/** Makes a mirror of its declaration. Everything that keeps it in step with Shopify is part of it. */
export function defineMirror<Row extends MirroredRow, Line extends { id: string }, Payload, PartLine = never>(
  mirror: MirrorDeclaration<Row, Line, Payload, PartLine>,
): Mirror<Row> {
  const { name, plural } = mirror;
  const writeReading: WriteReading<Row> = async (tx, shop, rows, readAt, origin = null) => {
    const changed = await writeRows(tx, shop, mirror, mirror.added?.all() ?? [], rows, readAt);
    const changedByParts = await writeParts(tx, shop, mirror, rows, { origin, readAt });
    const all = [...new Set([...changed, ...changedByParts])];
    if (all.length > 0) await mirror.onChange?.(tx, shop, all);
    return all;
  };
  const write: Mirror<Row>["write"] = async (tx, shop, rows, origin) => {
    const readAt = await readingTime(tx);
    const changed = await writeReading(tx, shop, rows, readAt, origin);
    await confirmRows(tx, shop, mirror, rows, readAt);
    return changed;
  };
  const forget: Mirror<Row>["forget"] = async (tx, shop, ids) => {
    await deleteRows(tx, shop, mirror, ids);
    await deleteParts(tx, shop, mirror.parts ?? [], ids);
    await mirror.onDelete?.(tx, shop, ids);
  };
  const { refreshTask, markStale, isStale, readIntoMirror } = createRefresh(mirror, { writeReading, forget });
  const { rebuildJob, startRebuild } = createRebuild(mirror, { writeReading, markStale });
  return {
    kind: "mirror",
    name,
    plural,
    write,
    forget,
    markStale,
    isStale,
    readIntoMirror,
    startRebuild,
    readFreshness: (shop) => readFreshness(shop, name, rebuildJob.name),
    isComplete: (tx, shop) => hasFilled(tx, shop, mirror),
    rebuildJob,
    refreshTask,
    nightlyRebuild: defineTask({
      name: `${name}.nightly-rebuild`,
      schedule: { cron: mirror.bulk.schedule, due: EVERY_SHOP, spreadMinutes: NIGHTLY_SPREAD_MINUTES },
      async run(shop) {
        await withShop(shop, (tx) => startRebuild(tx, shop, BACKROOM));
      },
    }),
    webhookHandler: createWebhookIntake(mirror, { forget, markStale }),
    // Backroom's own job: it must not end with the access of the first administrator who opened the app.
    async fillOnce(tx, shop) {
      if (!(await hasFilled(tx, shop, mirror))) await startRebuild(tx, shop, BACKROOM);
    },
    async stopMirroring(client, shop) {
      await client.query(`DELETE FROM ${mirror.stale.table} WHERE shop = $1`, [shop]);
      await client.query("DELETE FROM mirror_tombstones WHERE shop = $1 AND mirror = $2", [shop, name]);
      await client.query("DELETE FROM mirrors WHERE shop = $1 AND name = $2", [shop, name]);
    },
  };
}

interface RowActions {
  forget(tx: ShopTransaction, shop: string, ids: readonly number[]): Promise<void>;
  markStale(tx: ShopTransaction, shop: string, ids: readonly number[]): Promise<void>;
}

/**
 * Makes the handler of a mirror's webhooks. Deliveries come at least once and in any order: a repeated one has no second effect,
 * and one that is older than the mirror changes nothing. A newer one only marks the row as stale. The row is then read by id, so
 * what is written is what Shopify really has.
 */
function createWebhookIntake<Row extends MirroredRow, Line, Payload, PartLine>(
  mirror: MirrorDeclaration<Row, Line, Payload, PartLine>,
  { forget, markStale }: RowActions,
): WebhookHandler {
  const { name, table, publish, webhooks } = mirror;

  async function receive({ shop, topic, deliveryId, payload }: WebhookDelivery<Payload>): Promise<void> {
    const id = webhooks.idIn(payload);
    if (id === null) return;
    const deleted = await withShop(shop, async (tx) => {
      if (!(await isFirstDelivery(tx.$client, shop, deliveryId, topic))) return false;
      if (webhooks.deletedTopics.includes(topic)) {
        await forget(tx, shop, [id]);
        // A transaction that overlaps with this one may add the row again: it doesn't see the deletion yet.
        await markStale(tx, shop, [id]);
        return true;
      }
      if (!(await isKnown(tx, shop, id, topic, payload))) await markStale(tx, shop, [id]);
      return false;
    });
    await recordHeard(shop, name);
    if (deleted) publish?.(shop, [id]);
  }

  /** Backroom's own changes are written to the mirror before their webhooks arrive: they carry nothing new. */
  async function isKnown(
    tx: ShopTransaction,
    shop: string,
    id: number,
    topic: string,
    payload: Payload,
  ): Promise<boolean> {
    const changedAt = webhooks.changedAt(payload);
    if (!changedAt) return false;
    const { rows } = await tx.$client.query<{ is_newer: boolean } & Record<string, unknown>>(
      `SELECT updated_at > $3::timestamptz AS is_newer, ${webhooks.compared.join(", ")}
         FROM ${table} WHERE shop = $1 AND id = $2 AND updated_at >= $3::timestamptz`,
      [shop, id, changedAt],
    );
    const row = rows[0];
    return row !== undefined && (row.is_newer || webhooks.saysTheSame(topic, payload, row));
  }

  return webhookHandler<Payload>(`${name}.mirror`, webhooks.topics, receive, { payload: webhooks.payload });
}
