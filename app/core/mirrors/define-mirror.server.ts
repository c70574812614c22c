import { BACKROOM } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { RunnableJob } from "~/platform/jobs/job.server";
import { EVERY_SHOP, NIGHTLY_SPREAD_MINUTES } from "~/platform/jobs/schedule.server";
import { defineTask, type Task } from "~/platform/jobs/task.server";
import type { UninstallHook } from "../erasure/uninstall.server";
import type { SignInHook } from "../installation.server";
import type { WebhookHandler } from "../webhooks/webhook-handler.server";
import { type Freshness, hasFilled, readFreshness } from "./freshness.server";
import type { MirrorDeclaration, MirroredRow, WriteReading } from "./mirror-declaration.server";
import { type ChangeOrigin, deleteParts, writeParts } from "./mirror-part.server";
import { createRebuild, type StartRebuild } from "./rebuild.server";
import { createRefresh, type ReadIntoMirror } from "./refresh.server";
import { createWebhookIntake } from "./webhook-intake.server";
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
export function defineMirror<Row extends MirroredRow, Line, Payload, PartLine = never>(
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
  const { refreshTask, markStale, readIntoMirror } = createRefresh(mirror, { writeReading, forget });
  const { rebuildJob, startRebuild } = createRebuild(mirror, { writeReading, markStale });
  return {
    kind: "mirror",
    name,
    plural,
    write,
    forget,
    markStale,
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
