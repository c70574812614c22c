import { and, eq, sql } from "drizzle-orm";
import type { ZodType } from "zod";
import { type Administrator, type Flag, permissionOf } from "~/platform/auth/permission";
import { anyOf } from "~/platform/db/sql-fragments.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import {
  defineJob,
  type ItemContext,
  type ItemOutcome,
  type JobAttempt,
  type JobKind,
  type RunnableJob,
  startJob,
} from "~/platform/jobs/job.server";
import { UNFINISHED } from "~/platform/jobs/states";
import { jobs } from "~/platform/jobs/tables.server";
import { publishChange, publishRun } from "~/platform/realtime/publish.server";
import { type LogLevel, OLD_RUN, runsListOf } from "./run";
import { runLogLines, runs } from "./tables.server";

/** What the steps of a run get with their item. */
export interface RunContext extends ItemContext {
  /** Adds a line to the run's log, and shows it on open pages. */
  log(functionName: string, level: LogLevel, message: string): Promise<void>;
  /** Sets the progress of work that isn't counted in items, 0 to 99. It never decreases. */
  setProgress(percent: number): Promise<void>;
  /** What the run remembered. */
  readData(): Promise<Record<string, unknown>>;
  /** Remembers values by name, also when the process dies. */
  saveData(data: Record<string, unknown>): Promise<void>;
}

/** A sync or transfer. Its steps are the items of a job: they may run twice after a crash. */
export interface RunDeclaration<Item> {
  /** Which function's runs it belongs to: the `module` of realtime messages. */
  section: string;
  /** Of the job. */
  name: string;
  /** What is shown of each run, and in Jobs: "Sync product media from Salsify". */
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
  run(item: Item, context: RunContext): Promise<ItemOutcome>;
  /** Called after a run ended in any state. Not called when the process dies at that moment. */
  finished?(shop: string, id: string): Promise<void>;
}

/** A declared run. It brings its job. */
export interface RunKind<Item> extends Omit<RunDeclaration<Item>, "run"> {
  kind: "run";
  job: JobKind<Item> & RunnableJob;
}

/** Declares a sync or transfer. Name it under `declares` of its module. */
export function defineRun<Item>(declaration: RunDeclaration<Item>): RunKind<Item> {
  const { section, name, item, concurrency, attemptData = [], run } = declaration;
  const publishRuns = (shop: string) =>
    publishChange(shop, permissionOf(declaration), { list: runsListOf(section) });
  const job = defineJob<Item>({
    name,
    item,
    concurrency,
    async begin(shop, id, { isContinued }) {
      await withShop(shop, (tx) => beginRun(tx, shop, id, { isContinued, attemptData }));
      publishRuns(shop);
    },
    suspended: async (shop) => publishRuns(shop),
    async run(input, context) {
      const runContext = runContextOf(declaration, context);
      const outcome = await run(input, runContext);
      if (outcome.state !== "skipped" && outcome.state !== "failed") await publishShare(declaration, context);
      return outcome;
    },
    async finished(shop, id) {
      publishRun(shop, permissionOf(declaration), "progress", {
        ...messageOf(declaration, id, "The run has ended."),
        progress: 100,
      });
      publishRuns(shop);
      await declaration.finished?.(shop, id);
    },
  });
  return { kind: "run", ...declaration, job };
}

/**
 * Sets the progress of a new run or a retry to 0, and forgets what belongs to an earlier attempt.
 * @throws 409 when the run was deleted. Its job remains, and fails when it is retried
 */
async function beginRun(
  tx: ShopTransaction,
  shop: string,
  id: string,
  { isContinued, attemptData }: JobAttempt & { attemptData: readonly string[] },
): Promise<void> {
  const { progress, data } = runs;
  const [run] = await tx
    .update(runs)
    .set(
      isContinued
        ? { progress: sql`${progress}` }
        : { progress: 0, data: sql`${data} - ${sql.param([...attemptData])}::text[]` },
    )
    .where(isRun(shop, id))
    .returning({ id: runs.id });
  if (!run) throw conflict(OLD_RUN);
}

/**
 * Starts a run, unless one of its kind is queued, running or paused: one at a time in each shop.
 * @param items the first steps. A step can add others with `addItems`
 * @returns the run's id, which is also the job's
 * @throws 409 when one is running
 */
export async function startRun<Item>(
  tx: ShopTransaction,
  shop: string,
  kind: RunKind<Item>,
  startedBy: Pick<Administrator, "id" | "name">,
  items: readonly { label: string; input: Item }[],
): Promise<string> {
  await lockRuns(tx, shop, kind.section);
  const open = await findOpenRun(tx, shop, kind);
  if (open)
    throw conflict(
      `A run that ${open.startedByName} started hasn't ended yet. Wait for it, or cancel it in Jobs.`,
    );
  return createRun(tx, shop, kind, startedBy, { items });
}

/** Two requests that start or retry a run of a section take turns until they commit, so that the second one finds the first one's job. */
export async function lockRuns(tx: ShopTransaction, shop: string, section: string): Promise<void> {
  await tx.$client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`run ${section} ${shop}`]);
}

/** A run of this kind that is queued, running or paused. Undefined without one. */
export async function findOpenRun(
  tx: ShopTransaction,
  shop: string,
  kind: Pick<RunKind<never>, "name">,
): Promise<{ startedByName: string } | undefined> {
  const [open] = await tx
    .select({ startedByName: jobs.startedByName })
    .from(jobs)
    .where(and(eq(jobs.shop, shop), eq(jobs.kind, kind.name), anyOf(jobs.state, [...UNFINISHED])))
    .limit(1);
  return open;
}

/** A run beside others of its section. */
export interface NewRun<Item> {
  items: readonly { label: string; input: Item }[];
  /** Instead of the kind's. */
  title?: string;
  /** What the run remembers from its start on. */
  data?: Record<string, unknown>;
  /** Of its job. */
  params?: Record<string, unknown>;
}

/** Starts a run whether or not another one of its section runs. @returns the run's id, which is also the job's */
export async function createRun<Item>(
  tx: ShopTransaction,
  shop: string,
  kind: RunKind<Item>,
  startedBy: Pick<Administrator, "id" | "name">,
  { items, title = kind.title, data, params }: NewRun<Item>,
): Promise<string> {
  const id = await startJob(tx, shop, kind.job, {
    title,
    permission: permissionOf(kind),
    startedBy,
    items,
    params,
  });
  await tx.insert(runs).values({ shop, id, section: kind.section, data });
  return id;
}

/** Adds to what a run remembers, by name. */
export async function saveRunData(
  tx: ShopTransaction,
  shop: string,
  id: string,
  data: Record<string, unknown>,
): Promise<void> {
  await tx
    .update(runs)
    .set({ data: sql`${runs.data} || ${JSON.stringify(data)}::jsonb` })
    .where(isRun(shop, id));
}

/** Whether a run of the section was started after this one. */
export async function isOutdatedRun(
  tx: ShopTransaction,
  shop: string,
  section: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    `SELECT 1 FROM runs AS later JOIN runs AS run ON run.shop = later.shop AND run.id = $3
      WHERE later.shop = $1 AND later.section = $2 AND later.started_at > run.started_at LIMIT 1`,
    [shop, section, id],
  );
  return rowCount !== 0;
}

const isRun = (shop: string, id: string) => and(eq(runs.shop, shop), eq(runs.id, id));

const messageOf = (
  { section, system }: Pick<RunDeclaration<never>, "section" | "system">,
  run: string,
  msg: string,
) => ({
  module: section,
  run,
  system,
  msg,
  date: new Date().toISOString(),
});

type Naming = Pick<RunDeclaration<never>, "section" | "system" | "flag" | "tabs">;

function runContextOf(naming: Naming, context: ItemContext): RunContext {
  const { shop, jobId } = context;
  return {
    ...context,
    async log(functionName, level, message) {
      const [line] = await withShop(shop, (tx) =>
        tx
          .insert(runLogLines)
          .values({ shop, runId: jobId, functionName, level, message })
          .returning({ at: runLogLines.at, id: runLogLines.id }),
      );
      publishRun(shop, permissionOf(naming), "notify", {
        ...messageOf(naming, jobId, message),
        date: (line?.at ?? new Date()).toISOString(),
        progress: null,
        line: { id: line?.id ?? 0, functionName, level },
      });
    },
    setProgress: (percent) => raiseProgress(naming, context, Math.min(99, Math.floor(percent))),
    async readData() {
      const [run] = await withShop(shop, (tx) =>
        tx.select({ data: runs.data }).from(runs).where(isRun(shop, jobId)),
      );
      return run?.data ?? {};
    },
    saveData: (data) => withShop(shop, (tx) => saveRunData(tx, shop, jobId, data)),
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
  const [run] = await withShop(shop, (tx) =>
    tx
      .update(runs)
      .set({ progress: percent })
      .where(and(isRun(shop, jobId), sql`${runs.progress} < ${percent}`))
      .returning({ progress: runs.progress }),
  );
  if (run)
    publishRun(shop, permissionOf(naming), "progress", {
      ...messageOf(naming, jobId, ""),
      progress: run.progress,
    });
}
