import { and, eq, sql } from "drizzle-orm";
import type { ZodType } from "zod";
import type { AuditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject } from "~/core/audit/subjects.server";
import { type Administrator, type Flag, permissionOf } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import { anyOf } from "~/platform/db/sql-fragments.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import {
  defineJob,
  type ItemContext,
  type ItemOutcome,
  type JobAttempt,
  type JobDefinition,
  type RunnableJob,
  startJob,
} from "~/platform/jobs/job.server";
import { UNFINISHED } from "~/platform/jobs/states";
import { jobs } from "~/platform/jobs/tables.server";
import { publishChange, publishSync } from "~/platform/realtime/publish.server";
import { type LogLevel, OLD_SYNC, syncsListOf } from "./sync";
import { syncLogLines, syncs } from "./tables.server";

/** What the steps of a sync get with their item. */
export interface SyncContext extends ItemContext {
  /** Adds a line to the sync's log, and shows it on open pages. */
  log(functionName: string, level: LogLevel, message: string): Promise<void>;
  /** Sets the progress of work that isn't counted in items, 0 to 99. It never decreases. */
  setProgress(percent: number): Promise<void>;
  /** What the sync remembered. */
  readData(): Promise<Record<string, unknown>>;
  /** Remembers values by name, also when the process dies. */
  saveData(data: Record<string, unknown>): Promise<void>;
}

/** A sync or transfer. Its steps are the items of a job: they may run twice after a crash. */
export interface SyncDeclaration<Item> {
  /** Which function's syncs it belongs to: the `module` of realtime messages. */
  section: string;
  /** Of the job. */
  name: string;
  /** What is shown of each sync, and in Jobs: "Sync product media from Salsify". */
  title: string;
  /** The other system: the `system` of realtime messages. */
  system: string;
  flag: Flag;
  /** The tabs of its page that show it, by id. It doesn't exist for administrators who are limited to others. */
  tabs?: readonly string[];
  item: ZodType<Item>;
  concurrency: number;
  /** The names of what it remembers only to continue an attempt. A retry begins without it. */
  attemptData?: readonly string[];
  run(item: Item, context: SyncContext): Promise<ItemOutcome>;
  /** Called after a sync ended in any state. Not called when the process dies at that moment. */
  finished?(shop: string, id: string): Promise<void>;
}

/** A declared sync. It brings its job. */
export interface SyncDefinition<Item> extends Omit<SyncDeclaration<Item>, "run"> {
  kind: "sync";
  job: JobDefinition<Item> & RunnableJob;
}

/** Declares a sync or transfer. Name it under `declares` of its module. */
export function defineSync<Item>(declaration: SyncDeclaration<Item>): SyncDefinition<Item> {
  const { section, name, item, concurrency, attemptData = [], run } = declaration;
  const publishSyncs = (shop: string) =>
    publishChange(shop, permissionOf(declaration), { list: syncsListOf(section) });
  const job = defineJob<Item>({
    name,
    item,
    concurrency,
    async begin(shop, id, { isContinued }) {
      await withShop(shop, (tx) => beginSync(tx, shop, id, { isContinued, attemptData }));
      publishSyncs(shop);
    },
    suspended: async (shop) => publishSyncs(shop),
    async run(input, context) {
      const syncContext = syncContextOf(declaration, context);
      const outcome = await run(input, syncContext);
      if (outcome.state !== "skipped" && outcome.state !== "failed") await publishShare(declaration, context);
      return outcome;
    },
    async finished(shop, id) {
      publishSync(shop, permissionOf(declaration), "progress", {
        ...messageOf(declaration, id, "The run has ended."),
        progress: 100,
      });
      publishSyncs(shop);
      await declaration.finished?.(shop, id);
    },
  });
  return { kind: "sync", ...declaration, job };
}

/**
 * Sets the progress of a new sync or a retry to 0, and forgets what belongs to an earlier attempt.
 * @throws 409 when the sync was deleted. Its job remains, and fails when it is retried
 */
async function beginSync(
  tx: ShopTransaction,
  shop: string,
  id: string,
  { isContinued, attemptData }: JobAttempt & { attemptData: readonly string[] },
): Promise<void> {
  const { progress, data } = syncs;
  const [sync] = await tx
    .update(syncs)
    .set(
      isContinued
        ? { progress: sql`${progress}` }
        : { progress: 0, data: sql`${data} - ${sql.param([...attemptData])}::text[]` },
    )
    .where(isSync(shop, id))
    .returning({ id: syncs.id });
  if (!sync) throw conflict(OLD_SYNC);
}

/**
 * Starts a sync, unless one of its kind is queued, running or paused: one at a time in each shop.
 * @param items the first steps. A step can add others with `addItems`
 * @returns the sync's id, which is also the job's
 * @throws 409 when one is running
 */
export async function startSync<Item>(
  tx: ShopTransaction,
  shop: string,
  kind: SyncDefinition<Item>,
  startedBy: Pick<Administrator, "id" | "name">,
  items: readonly { label: string; input: Item }[],
): Promise<string> {
  await lockSyncs(tx, shop, kind.section);
  const open = await findOpenSync(tx, shop, kind);
  if (open)
    throw conflict(
      `A run that ${open.startedByName} started hasn't ended yet. Wait for it, or cancel it in Jobs.`,
    );
  return createSync(tx, shop, kind, startedBy, { items });
}

/**
 * Starts a sync that an administrator requests, and records that.
 * @param recorded the audit's action, with what it says besides
 * @returns as `startSync`
 * @throws as `startSync`
 */
export async function startRequestedSync<Item, After>(
  tx: ShopTransaction,
  { shop: { domain }, administrator }: { shop: Pick<Shop, "domain">; administrator: Administrator },
  kind: SyncDefinition<Item>,
  items: readonly { label: string; input: Item }[],
  recorded: { action: AuditAction<null, After>; after: NoInfer<After> },
): Promise<string> {
  const id = await startSync(tx, domain, kind, administrator, items);
  await recordAudit(tx, domain, recorded.action, {
    actor: administrator,
    subject: { type: jobSubject, id },
    before: null,
    after: recorded.after,
    jobId: id,
    flag: kind.flag,
    tabs: kind.tabs,
  });
  return id;
}

/**
 * Starts a sync that an administrator requests, in a transaction of its own, and has open pages show it.
 * @param first checks in the transaction what the sync needs, and answers its first steps
 * @returns the id of its job
 * @throws as `startSync`
 */
export async function startSyncFor<Item, After>(
  context: { shop: Pick<Shop, "domain">; administrator: Administrator },
  kind: SyncDefinition<Item>,
  recorded: { action: AuditAction<null, After>; after: NoInfer<After> },
  first: (tx: ShopTransaction) => Promise<readonly { label: string; input: Item }[]>,
): Promise<{ jobId: string }> {
  const { domain } = context.shop;
  const jobId = await withShop(domain, async (tx) =>
    startRequestedSync(tx, context, kind, await first(tx), recorded),
  );
  publishChange(domain, permissionOf(kind), { list: syncsListOf(kind.section) });
  return { jobId };
}

/** Two requests that start or retry a sync of a section take turns until they commit, so that the second one finds the first one's job. */
export async function lockSyncs(tx: ShopTransaction, shop: string, section: string): Promise<void> {
  await tx.$client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`run ${section} ${shop}`]);
}

/** A sync of this kind that is queued, running or paused. Undefined without one. */
export async function findOpenSync(
  tx: ShopTransaction,
  shop: string,
  kind: Pick<SyncDefinition<never>, "name">,
): Promise<{ startedByName: string } | undefined> {
  const [open] = await tx
    .select({ startedByName: jobs.startedByName })
    .from(jobs)
    .where(and(eq(jobs.shop, shop), eq(jobs.kind, kind.name), anyOf(jobs.state, [...UNFINISHED])))
    .limit(1);
  return open;
}

/** A sync beside others of its section. */
export interface NewSync<Item> {
  items: readonly { label: string; input: Item }[];
  /** Instead of the kind's. */
  title?: string;
  /** What the sync remembers from its start on. */
  data?: Record<string, unknown>;
  /** Of its job. */
  params?: Record<string, unknown>;
}

/** Starts a sync whether or not another one of its section runs. @returns the sync's id, which is also the job's */
export async function createSync<Item>(
  tx: ShopTransaction,
  shop: string,
  kind: SyncDefinition<Item>,
  startedBy: Pick<Administrator, "id" | "name">,
  { items, title = kind.title, data, params }: NewSync<Item>,
): Promise<string> {
  const id = await startJob(tx, shop, kind.job, {
    title,
    permission: permissionOf(kind),
    startedBy,
    items,
    params,
  });
  await tx.insert(syncs).values({ shop, id, section: kind.section, data });
  return id;
}

/** Adds to what a sync remembers, by name. */
export async function saveSyncData(
  tx: ShopTransaction,
  shop: string,
  id: string,
  data: Record<string, unknown>,
): Promise<void> {
  await tx
    .update(syncs)
    .set({ data: sql`${syncs.data} || ${JSON.stringify(data)}::jsonb` })
    .where(isSync(shop, id));
}

/** Whether a sync of the section was started after this one. */
export async function isOutdatedSync(
  tx: ShopTransaction,
  shop: string,
  section: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    `SELECT 1 FROM runs AS later JOIN runs AS sync ON sync.shop = later.shop AND sync.id = $3
      WHERE later.shop = $1 AND later.section = $2 AND later.started_at > sync.started_at LIMIT 1`,
    [shop, section, id],
  );
  return rowCount !== 0;
}

const isSync = (shop: string, id: string) => and(eq(syncs.shop, shop), eq(syncs.id, id));

const messageOf = (
  { section, system }: Pick<SyncDeclaration<never>, "section" | "system">,
  run: string,
  msg: string,
) => ({
  module: section,
  run,
  system,
  msg,
  date: new Date().toISOString(),
});

type Naming = Pick<SyncDeclaration<never>, "section" | "system" | "flag" | "tabs">;

function syncContextOf(naming: Naming, context: ItemContext): SyncContext {
  const { shop, jobId } = context;
  return {
    ...context,
    async log(functionName, level, message) {
      const [line] = await withShop(shop, (tx) =>
        tx
          .insert(syncLogLines)
          .values({ shop, runId: jobId, functionName, level, message })
          .returning({ at: syncLogLines.at, id: syncLogLines.id }),
      );
      publishSync(shop, permissionOf(naming), "notify", {
        ...messageOf(naming, jobId, message),
        date: (line?.at ?? new Date()).toISOString(),
        progress: null,
        line: { id: line?.id ?? 0, functionName, level },
      });
    },
    setProgress: (percent) => raiseProgress(naming, context, Math.min(99, Math.floor(percent))),
    async readData() {
      const [sync] = await withShop(shop, (tx) =>
        tx.select({ data: syncs.data }).from(syncs).where(isSync(shop, jobId)),
      );
      return sync?.data ?? {};
    },
    saveData: (data) => withShop(shop, (tx) => saveSyncData(tx, shop, jobId, data)),
  };
}

/** The progress by the items that have ended, with the one that ends now. */
async function publishShare(naming: Naming, context: ItemContext): Promise<void> {
  const { shop, jobId } = context;
  const [job] = await withShop(shop, (tx) =>
    tx
      .select({ total: jobs.total, done: jobs.done, failed: jobs.failed, skipped: jobs.skipped })
      .from(jobs)
      .where(and(eq(jobs.shop, shop), eq(jobs.id, jobId))),
  );
  if (!job || job.total === 0) return;
  const ended = job.done + job.failed + job.skipped + 1;
  await raiseProgress(naming, context, Math.min(99, Math.floor((100 * ended) / job.total)));
}

async function raiseProgress(naming: Naming, { shop, jobId }: ItemContext, percent: number): Promise<void> {
  const [sync] = await withShop(shop, (tx) =>
    tx
      .update(syncs)
      .set({ progress: percent })
      .where(and(isSync(shop, jobId), sql`${syncs.progress} < ${percent}`))
      .returning({ progress: syncs.progress }),
  );
  if (sync)
    publishSync(shop, permissionOf(naming), "progress", {
      ...messageOf(naming, jobId, ""),
      progress: sync.progress,
    });
}
