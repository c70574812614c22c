import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { ZodType } from "zod";
import { type Administrator, BACKROOM, type Permission } from "../auth/permission";
import type { ShopTransaction } from "../db/with-shop.server";
import { conflict, notFound } from "../errors";
import { stableUuid } from "../stable-uuid.server";
import { enqueue, JOB_QUEUE, type MessagePriority } from "./queue.server";
import { UNFINISHED } from "./states";
import { jobItems, jobs } from "./tables.server";

/** How one item ended. A refusal is `failed` with a sentence. `skipped` means that there was nothing to do. */
export interface ItemOutcome {
  state: "done" | "failed" | "skipped";
  message: string;
  /** Of a skipped item: the reason in a few words without personal data, by which the job's outcome groups them. */
  reason?: string;
}

/**
 * Returned instead of an outcome when the item started something that another process completes. The kind's `settle` finds the
 * result by `ref`.
 */
export interface PendingItem {
  state: "pending";
  ref: string;
}

/** Results of pending items by `ref`. Unfinished ones are left out, or are "deferred" while they wait for another attempt. */
export type ItemResults = ReadonlyMap<string, ItemOutcome | "deferred">;

/** What `run` receives with its item. */
export interface ItemContext {
  shop: string;
  /** The person who started the job, with the access that they have when this item starts. */
  administrator: Administrator;
  jobId: string;
  /** The item's idempotency key: the same on every attempt. */
  operationId: string;
  /** Aborted when the process stops, the job is canceled, or it is paused and this item takes long. */
  signal: AbortSignal;
  /** Reports progress for work that isn't counted in items, such as a rebuild. */
  progress(done: number, total: number): Promise<void>;
  /** Adds items to the job, for its last item only. When the item runs again after a crash, what it added before stays. */
  addItems(items: readonly { label: string; input: object }[]): Promise<void>;
}

/** Defines a job. Its items may run twice after a crash, so `run` must be safe to repeat with the same operation id. */
export interface JobDefinition<Item> {
  name: string;
  item: ZodType<Item>;
  /** How many items run in parallel. */
  concurrency: number;
  /** A person waits for its result, such as a file to download. It starts before bulk work. */
  isAwaited?: boolean;
  /** @throws StartLater when the item has to wait. The others go on, and it runs again with the same operation id */
  run(item: Item, context: ItemContext): Promise<ItemOutcome | PendingItem>;
  /** For a job with pending items: finds their results. Polled often, so one call covers many. */
  settle?(shop: string, refs: readonly string[]): Promise<ItemResults>;
  /** Called when a worker takes the job, before its items run. @throws a refusal that fails the whole job */
  begin?(shop: string, jobId: string, attempt: JobAttempt): Promise<void>;
  /** Called after a running job was paused. Not called when the process dies at that moment. */
  suspended?(shop: string, jobId: string): Promise<void>;
  /** Called after the job ended in any state. Not called when the process dies at that moment. */
  finished?(shop: string, jobId: string): Promise<void>;
}

/** How a worker takes a job. */
export interface JobAttempt {
  /** A worker ran it before: it was paused, or its process died. False for a new job and for a retry. */
  isContinued: boolean;
}

/** A kind of job as the worker sees it: item inputs are read from the database and validated before they run. */
export interface RunnableJob {
  kind: "job";
  name: string;
  concurrency: number;
  runItem(input: unknown, context: ItemContext): Promise<ItemOutcome | PendingItem>;
  settle?(shop: string, refs: readonly string[]): Promise<ItemResults>;
  begin?(shop: string, jobId: string, attempt: JobAttempt): Promise<void>;
  suspended?(shop: string, jobId: string): Promise<void>;
  finished?(shop: string, jobId: string): Promise<void>;
}

/** Declares a job. Name it under `declares` of its module. */
export function defineJob<Item>(definition: JobDefinition<Item>): JobDefinition<Item> & RunnableJob {
  return {
    kind: "job",
    ...definition,
    runItem: (input, context) => definition.run(definition.item.parse(input), context),
  };
}

/** A query of a job's items: `position` from 0, `label` and `input`. */
export interface ItemsQuery {
  text: string;
  values: readonly unknown[];
}

/** What is needed to start a job. */
export interface NewJob<Item> {
  title: string;
  permission: Permission;
  startedBy: Pick<Administrator, "id" | "name">;
  /** Labels are cut to `MAX_LABEL_LENGTH` characters. */
  items: readonly { label: string; input: Item }[];
  /** Used instead of `items` when the inputs are in the database already: they are never loaded into this process. */
  selectItems?: (jobId: string) => Promise<ItemsQuery>;
  /** For work that isn't counted in items. */
  total?: number;
  params?: Record<string, unknown>;
  /** For work that can't be canceled or paused: the sentence that refuses it. */
  cannotStop?: string;
  /** The word for finished items in the job's outcome: "2 sent". Unset, it is "done". */
  doneWord?: string;
  /** Idempotency key from the caller: the same id from the same person returns the same job. */
  operationId?: string;
}

const ROWS_PER_INSERT = 5_000;

/** In characters. A label comes from a row's content, which can be of any length. */
const MAX_LABEL_LENGTH = 300;

/**
 * Inserts a job with its items and enqueues it in the caller's transaction. A repeated operation id starts nothing.
 * @returns the job's id
 * @throws 409 when the operation id was used for a different request
 */
export async function startJob<Item>(
  tx: ShopTransaction,
  shop: string,
  definition: JobDefinition<Item>,
  job: NewJob<Item>,
): Promise<string> {
  const { operationId, startedBy } = job;
  const id = operationId ? jobIdOf(definition, startedBy, operationId) : randomUUID();
  const request = operationId && { request: stableUuid(job.title, JSON.stringify(job.items)) };
  const started = await tx
    .insert(jobs)
    .values({
      shop,
      id,
      kind: definition.name,
      title: job.title,
      state: "queued",
      permission: JSON.stringify(job.permission),
      params: {
        ...job.params,
        ...request,
        ...(job.cannotStop && { cannotStop: job.cannotStop }),
        ...(job.doneWord && { doneWord: job.doneWord }),
      },
      total: job.total ?? job.items.length,
      startedById: startedBy.id,
      startedByName: startedBy.name,
    })
    .onConflictDoNothing()
    .returning({ id: jobs.id });
  if (started.length === 0) {
    const { params } = await findJob(tx, shop, id);
    if ((params as { request?: string }).request === (request || undefined)?.request) return id;
    throw conflict("This operation id was used for other work. Reload the page and try again.");
  }
  await insertItems(tx, shop, id, 0, job.items);
  if (job.selectItems) {
    const total = await insertSelectedItems(tx, shop, id, await job.selectItems(id));
    await tx
      .update(jobs)
      .set({ total })
      .where(and(eq(jobs.shop, shop), eq(jobs.id, id)));
  }
  await enqueue(JOB_QUEUE, id, { shop, jobId: id }, { tx, priority: priorityOf(definition, startedBy) });
  return id;
}

function priorityOf(
  { isAwaited }: Pick<JobDefinition<never>, "isAwaited">,
  startedBy: Pick<Administrator, "id">,
): MessagePriority {
  if (startedBy.id === BACKROOM.id) return "schedule";
  return isAwaited ? "click" : "request";
}

const jobIdOf = (
  { name }: { name: string },
  { id }: Pick<Administrator, "id">,
  operationId: string,
): string => stableUuid(name, id, operationId);

/**
 * The job that an operation id started. Look for it before any check of what has to be true for a new job: after a lost answer, the job
 * itself may have changed that.
 */
export async function findStartedJob(
  tx: ShopTransaction,
  shop: string,
  definition: { name: string },
  { startedBy, operationId }: { startedBy: Pick<Administrator, "id">; operationId: string },
): Promise<typeof jobs.$inferSelect | undefined> {
  const [job] = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.shop, shop), eq(jobs.id, jobIdOf(definition, startedBy, operationId))));
  return job;
}

async function insertItems(
  tx: ShopTransaction,
  shop: string,
  jobId: string,
  firstPosition: number,
  items: readonly { label: string; input: unknown }[],
): Promise<void> {
  for (let start = 0; start < items.length; start += ROWS_PER_INSERT) {
    const slice = items.slice(start, start + ROWS_PER_INSERT);
    await tx.insert(jobItems).values(
      slice.map((item, index) => ({
        shop,
        jobId,
        position: firstPosition + start + index,
        label: item.label.slice(0, MAX_LABEL_LENGTH),
        input: item.input as object,
      })),
    );
  }
}

/** @returns the number of items */
async function insertSelectedItems(
  tx: ShopTransaction,
  shop: string,
  jobId: string,
  { text, values }: ItemsQuery,
): Promise<number> {
  const added = values.length;
  const { rowCount } = await tx.$client.query(
    `INSERT INTO job_items (shop, job_id, position, label, input)
     SELECT $${added + 1}::text, $${added + 2}::uuid, position, left(label, $${added + 3}::int), input FROM (${text}) AS selected`,
    [...values, shop, jobId, MAX_LABEL_LENGTH],
  );
  return rowCount ?? 0;
}

/** Adds items behind the last one, unless an earlier attempt of the item at `position` has added them. */
export async function addItems(
  tx: ShopTransaction,
  { shop, jobId, position }: { shop: string; jobId: string; position: number },
  items: readonly { label: string; input: object }[],
): Promise<void> {
  const [last] = await tx
    .select({ position: sql<number>`max(${jobItems.position})` })
    .from(jobItems)
    .where(and(eq(jobItems.shop, shop), eq(jobItems.jobId, jobId)));
  if (!last || last.position > position) return;
  await insertItems(tx, shop, jobId, position + 1, items);
  await tx
    .update(jobs)
    .set({ total: sql`${jobs.total} + ${items.length}` })
    .where(and(eq(jobs.shop, shop), eq(jobs.id, jobId)));
}

/** @throws 404 when the shop has no such job. */
export async function findJob(
  tx: ShopTransaction,
  shop: string,
  id: string,
): Promise<typeof jobs.$inferSelect> {
  const [job] = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.shop, shop), eq(jobs.id, id)));
  if (!job) throw notFound("There is no such job.");
  return job;
}

/**
 * As `findJob`, with a row lock until the transaction ends: a retry of its failed items that hasn't committed yet is waited for, and a
 * later one waits.
 */
export async function lockJob(
  tx: ShopTransaction,
  shop: string,
  id: string,
): Promise<typeof jobs.$inferSelect> {
  await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.shop, shop), eq(jobs.id, id)))
    .for("update");
  return findJob(tx, shop, id);
}

const STATES = UNFINISHED.map((state) => `'${state}'`).join(", ");

/** In SQL: whether a job has not ended. @param job alias of the row of `jobs` */
export const isUnfinished = (job: string): string => `${job}.state IN (${STATES})`;
