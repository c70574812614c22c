import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { ZodType } from "zod";
import type { Administrator, Permission } from "../auth/permission";
import type { ShopTransaction } from "../db/with-shop.server";
import { conflict, notFound } from "../errors";
import { stableUuid } from "../stable-uuid.server";
import { enqueue, JOB_QUEUE } from "./queue.server";
import { jobItems, jobs } from "./tables.server";

/** How one item ended. A refusal is `failed` with a sentence; `skipped` means that there was nothing to do. */
export interface ItemOutcome {
  state: "done" | "failed" | "skipped";
  message: string;
}

/**
 * Instead of an outcome: the item has asked for something that ends elsewhere, and is done when that is. `ref` is what the
 * kind's `settle` knows it by.
 */
export interface AskedFor {
  state: "asked";
  ref: string;
}

/** What became of things asked for, by their `ref`; what is open is left out, or is "put off" when it waits for another attempt. */
export type Fates = ReadonlyMap<string, ItemOutcome | "put off">;

/** What an item's work is given. */
export interface ItemContext {
  shop: string;
  /** Who started the job, with the grants that they had when this item began. */
  administrator: Administrator;
  jobId: string;
  /** Stable over every repetition of this item: the idempotency key of what it does. */
  operationId: string;
  /** Aborted when the process stops, the job is cancelled, or it is paused and this item takes long. */
  signal: AbortSignal;
  /** For work that counts differently than by items (a rebuild): says how far it is. */
  progress(done: number, total: number): Promise<void>;
}

/** A kind of long work. Its items may run twice after a crash, so `run` must be safe to repeat with the same operation id. */
export interface JobKind<Item> {
  name: string;
  item: ZodType<Item>;
  /** How many items are worked on at once. */
  concurrency: number;
  run(item: Item, context: ItemContext): Promise<ItemOutcome | AskedFor>;
  /** For a kind whose items are `asked`: looks what has become of them. Called often, so one look at many. */
  settle?(shop: string, refs: readonly string[]): Promise<Fates>;
  /** Called when the job has ended, however it did; not when the process died just then. */
  finished?(shop: string, jobId: string): Promise<void>;
}

/** A kind of work as the worker sees it: its items' inputs come from the database and are checked before they run. */
export interface RunnableJob {
  name: string;
  concurrency: number;
  runItem(input: unknown, context: ItemContext): Promise<ItemOutcome | AskedFor>;
  settle?(shop: string, refs: readonly string[]): Promise<Fates>;
  finished?(shop: string, jobId: string): Promise<void>;
}

/** Declares a kind of long work. */
export function defineJob<Item>(kind: JobKind<Item>): JobKind<Item> & RunnableJob {
  return { ...kind, runItem: (input, context) => kind.run(kind.item.parse(input), context) };
}

/** What is needed to start a job. */
export interface NewJob<Item> {
  title: string;
  permission: Permission;
  startedBy: Pick<Administrator, "id" | "name">;
  /** Of a label no more than `LABEL_MOST` characters are kept. */
  items: readonly { label: string; input: Item }[];
  /**
   * Instead of `items`, for work whose items stand in the database already: writes them into `job_items` under this id, from
   * position 0 on, without carrying them through this process. @returns how many there are
   */
  fill?: (tx: ShopTransaction, jobId: string) => Promise<number>;
  /** For work that is measured by its own count, not by its items. */
  total?: number;
  params?: Record<string, unknown>;
  /** For work that was handed over whole when it started: the sentence for who wants to cancel or pause it, which cannot be. */
  cannotStop?: string;
  /** Made by the caller; the same id of the same person answers the same job. */
  operationId?: string;
}

const ROWS_PER_INSERT = 5_000;

/** As much of a label as a job keeps (characters): what a row says of itself may be anything. */
const LABEL_MOST = 300;

/**
 * Writes a job with all its items and queues it, all in the caller's transaction. A repeated operation id starts nothing.
 * @returns the job's id
 * @throws 409 when the operation id was used for other work
 */
export async function startJob<Item>(
  tx: ShopTransaction,
  shop: string,
  kind: JobKind<Item>,
  job: NewJob<Item>,
): Promise<string> {
  const { operationId, startedBy } = job;
  const id = operationId ? stableUuid(kind.name, startedBy.id, operationId) : randomUUID();
  const request = operationId && { request: stableUuid(job.title, JSON.stringify(job.items)) };
  const started = await tx
    .insert(jobs)
    .values({
      shop,
      id,
      kind: kind.name,
      title: job.title,
      state: "queued",
      permission: JSON.stringify(job.permission),
      params: { ...job.params, ...request, ...(job.cannotStop && { cannotStop: job.cannotStop }) },
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
  for (let start = 0; start < job.items.length; start += ROWS_PER_INSERT) {
    const slice = job.items.slice(start, start + ROWS_PER_INSERT);
    await tx.insert(jobItems).values(
      slice.map((item, index) => ({
        shop,
        jobId: id,
        position: start + index,
        label: item.label.slice(0, LABEL_MOST),
        input: item.input as object,
      })),
    );
  }
  if (job.fill) {
    const total = await job.fill(tx, id);
    await tx
      .update(jobs)
      .set({ total })
      .where(and(eq(jobs.shop, shop), eq(jobs.id, id)));
  }
  await enqueue(JOB_QUEUE, id, { shop, jobId: id }, { tx });
  return id;
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
