import { and, asc, eq, sql } from "drizzle-orm";
import { findActor } from "../auth/administrators.server";
import { type Administrator, BACKROOM, mayUse, type Permission } from "../auth/permission";
import { withShop } from "../db/with-shop.server";
import { pause, pauseMs } from "../deadline.server";
import { isDatabaseUnavailable, Refusal } from "../errors";
import { log } from "../log.server";
import { publishJob } from "../realtime/publish.server";
import { reasonNotStoppable } from "./control-job.server";
import { CANCELED, endJob, FAILURE_OF_ONLY_ITEM, suspendJob, updateOf } from "./end-job.server";
import {
  addItems,
  findJob,
  type ItemContext,
  type ItemOutcome,
  type PendingItem,
  type RunnableJob,
} from "./job.server";
import { addSkipReasons, type FinishedItem, PendingItems } from "./pending-items.server";
import { type SharedSlot, StartLater, startTurn } from "./start-later.server";
import { jobItems, jobs } from "./tables.server";

type Job = typeof jobs.$inferSelect;
type Item = typeof jobItems.$inferSelect;

const BATCH_SIZE = 200;
const PUBLISH_INTERVAL_MS = 300;
/** How soon a long-running item is aborted after its job was canceled. */
const POLL_INTERVAL_MS = 1_000;
/** How long running items may take to end after their job was paused. */
const PAUSE_GRACE_MS = 5_000;

/** How long pending items are waited for in a slot after the last one ended, and when a job whose items stay pending starts again. */
const PENDING_IDLE_MS = 1_500;
const PENDING_RETRY_MS = 10_000;

const UNKNOWN_RESULTS =
  "Unfinished rows may still finish. Someone with access can retry them to see their results.";
const UNKNOWN_RESULT = {
  state: "failed",
  message:
    "The job ended before this row's result was known. The row may still finish. Retry it to see its result.",
} as const;

/** One process's work on one job. */
export class JobRun {
  private readonly cancelled = new AbortController();
  /** A pause was requested: no further item starts, and items that take too long are aborted. */
  private isPausing = false;
  private pauseTimer: NodeJS.Timeout | undefined;
  private pauseAbort = new AbortController();
  /** The person who started the job lost access: no further item starts, running items end. */
  private isForbidden = false;
  /** The abort signal for items. */
  private signal: AbortSignal;
  private publishedAt = 0;
  private readonly pendingItems: PendingItems;
  /** Items that wait for something, and when they start again. */
  private readonly waitingItems = new Map<number, Date>();
  private readonly endOfTurn: () => Date | undefined;
  private startedItems = 0;
  /** When the job starts again, once it leaves its slot: no further item starts, running items end. */
  private leavesUntil: Date | undefined;
  /** The next batch of outcomes, stored when the current write is done. */
  private nextWrite: { items: FinishedItem[]; done: Promise<void> } | undefined;
  private lastWrite: Promise<void> = Promise.resolve();

  constructor(
    private readonly job: Job,
    private readonly kind: RunnableJob,
    private readonly processStops: AbortSignal,
    private readonly slot?: SharedSlot,
  ) {
    this.signal = this.itemSignal();
    this.endOfTurn = startTurn(job.shop, slot);
    this.pendingItems = new PendingItems(job.shop, kind, (finished) => this.finish(finished));
  }

  private itemSignal(): AbortSignal {
    return AbortSignal.any([this.processStops, this.cancelled.signal, this.pauseAbort.signal]);
  }

  async run(): Promise<void> {
    const polling = setInterval(() => this.poll().catch(() => undefined), pauseMs(POLL_INTERVAL_MS));
    try {
      await this.runItems();
    } finally {
      clearInterval(polling);
      clearTimeout(this.pauseTimer);
    }
  }

  private async runItems(): Promise<void> {
    for (;;) {
      const waiting = await this.nextItems();
      if (this.isStopped || this.isForbidden) break;
      if (waiting.length + this.pendingItems.count === 0) {
        if (this.waitingItems.size === 0) break;
        if (!this.isPausing) {
          await this.waitForItems();
          continue;
        }
      }
      if (this.isPausing) {
        await this.pendingItems.waitUntilSettled(() => this.isStopped || this.pauseAbort.signal.aborted);
        if (await suspendJob(this.job)) return this.kind.suspended?.(this.job.shop, this.job.id);
        this.continueAfterPause();
        continue;
      }
      if (this.leavesUntil) await this.leave(this.leavesUntil);
      if (waiting.length > 0) await this.runBatch(waiting);
      else await this.pendingItems.waitUntilSettled(() => this.isHalted || this.leavesForPendingItems());
    }
    // When the process stops, the job stays as it is and the queue gives it to another worker.
    if (this.processStops.aborted)
      throw new Error("The process is stopping. Another worker continues the job.");
    await this.pendingItems.abandon();
    if (this.cancelled.signal.aborted) await endJob(this.job, "cancelled", CANCELED);
    else if (this.isForbidden) await this.endForbidden();
    else await endJob(this.job, "completed", FAILURE_OF_ONLY_ITEM);
    await this.kind.finished?.(this.job.shop, this.job.id);
  }

  /** Rows of a job that can't be stopped were queued before it ran. They finish without it, so they aren't called canceled. */
  private async endForbidden(): Promise<void> {
    const reason = `${this.job.startedByName} no longer has access to this function.`;
    if (reasonNotStoppable(this.job) === null) await endJob(this.job, "failed", reason);
    else await endJob(this.job, "failed", `${reason} ${UNKNOWN_RESULTS}`, UNKNOWN_RESULT);
  }

  private get isStopped(): boolean {
    return this.processStops.aborted || this.cancelled.signal.aborted;
  }

  private get isHalted(): boolean {
    return this.isStopped || this.isPausing || this.isForbidden || this.leavesUntil !== undefined;
  }

  /**
   * Leaves the slot. Pending items run again with their operation ids, which starts nothing twice.
   * @throws StartLater in a slot. Elsewhere it waits
   */
  private async leave(until: Date): Promise<void> {
    if (this.slot) throw new StartLater("The job waits, or makes room for others.", until);
    await pause(Math.max(0, until.getTime() - Date.now()), { signal: this.signal }).catch(() => undefined);
    this.leavesUntil = undefined;
  }

  /** Leaves the slot until the first of the items that wait starts again. */
  private async waitForItems(): Promise<void> {
    const first = Math.min(...[...this.waitingItems.values()].map((at) => at.getTime()));
    this.waitingItems.clear();
    await this.leave(new Date(first));
  }

  /** Whether the job leaves its slot because its pending items don't end. */
  private leavesForPendingItems(): boolean {
    if (!this.slot || this.pendingItems.idleMs < pauseMs(PENDING_IDLE_MS)) return false;
    this.leavesUntil ??= new Date(Date.now() + pauseMs(PENDING_RETRY_MS));
    return true;
  }

  /** Whether the job makes room for others, or waits until Shopify's throttle is over. At least one item runs in each slot. */
  private leavesForOthers(): boolean {
    if (!this.slot || this.startedItems === 0) return false;
    this.leavesUntil ??= this.endOfTurn();
    return this.leavesUntil !== undefined;
  }

  /** Applies a cancellation or a pause that was requested. */
  private applyRequests(job: Pick<Job, "cancelRequestedAt" | "pausedAt"> | undefined): void {
    if (job?.cancelRequestedAt) this.cancelled.abort();
    if (!job?.pausedAt || this.isPausing) return;
    this.isPausing = true;
    this.pauseTimer = setTimeout(() => this.pauseAbort.abort(), PAUSE_GRACE_MS);
  }

  /** Called when the job was resumed before it stopped. */
  private continueAfterPause(): void {
    clearTimeout(this.pauseTimer);
    this.isPausing = false;
    this.pauseAbort = new AbortController();
    this.signal = this.itemSignal();
  }

  private async poll(): Promise<void> {
    const { shop, id } = this.job;
    this.applyRequests(await withShop(shop, (tx) => findJob(tx, shop, id)));
  }

  private async nextItems(): Promise<Item[]> {
    const { shop, id } = this.job;
    return withShop(shop, async (tx) => {
      this.applyRequests(await findJob(tx, shop, id));
      const waiting = await tx
        .select()
        .from(jobItems)
        .where(and(eq(jobItems.shop, shop), eq(jobItems.jobId, id), eq(jobItems.state, "waiting")))
        .orderBy(asc(jobItems.position))
        .limit(BATCH_SIZE + this.pendingItems.count + this.waitingItems.size);
      return waiting.filter((item) => !this.pendingItems.has(item) && !this.waitingItems.has(item.position));
    });
  }

  /** Runs `concurrency` items in parallel. A cancellation or a pause takes effect between items, not between batches. */
  private async runBatch(items: Item[]): Promise<void> {
    const queue = items.values();
    const failure = new AbortController();
    const lane = async () => {
      for (const item of queue) {
        await this.pendingItems.waitForRoom(
          () => this.isHalted || failure.signal.aborted || this.leavesForPendingItems(),
        );
        if (this.isHalted || failure.signal.aborted || this.leavesForOthers()) return;
        this.startedItems += 1;
        await this.runItem(item);
      }
    };
    const guardedLane = () => lane().catch((error) => failure.abort(error));
    // A lane that fails (a lost database) stops the others. All are awaited, so that none continues in the background.
    await Promise.all(Array.from({ length: this.kind.concurrency }, guardedLane));
    failure.signal.throwIfAborted();
  }

  private async runItem(item: Item): Promise<void> {
    const administrator = await this.authorizedStarter();
    if (!administrator) {
      this.isForbidden = true;
      return;
    }
    const outcome = await this.execute(item, administrator);
    // Aborted: the item stays waiting and runs again later with the same operation id.
    if (!outcome) return;
    if (outcome.state === "pending") this.pendingItems.add(item, outcome.ref);
    else await this.finish([{ item, outcome }]);
  }

  /**
   * Stores outcomes. Writes of one job wait for each other at the job's row, so outcomes that arrive during a write are stored
   * together in the next one.
   */
  private finish(outcomes: readonly FinishedItem[]): Promise<void> {
    if (!this.nextWrite) {
      const items: FinishedItem[] = [];
      const done = this.lastWrite.then(() => {
        this.nextWrite = undefined;
        return this.store(items);
      });
      this.nextWrite = { items, done };
      this.lastWrite = done.catch(() => undefined);
    }
    this.nextWrite.items.push(...outcomes);
    return this.nextWrite.done;
  }

  private async store(finished: readonly FinishedItem[]): Promise<void> {
    if (finished.length === 0) return;
    const { shop, id } = this.job;
    const updated = await withShop(shop, async (tx) => {
      // The lock on the job's row isn't held while the disk is flushed. If the database's machine dies at this moment, the item
      // runs again with the same operation id.
      await tx.$client.query("SET LOCAL synchronous_commit = off");
      const { rows: open } = await tx.$client.query<{ position: number; state: ItemOutcome["state"] }>(
        `UPDATE job_items AS item SET state = ended.state, message = ended.message, finished_at = now()
           FROM unnest($3::int[], $4::text[], $5::text[]) AS ended (position, state, message)
          WHERE item.shop = $1 AND item.job_id = $2 AND item.position = ANY($3::int[])
            AND item.position = ended.position AND item.state IN ('waiting', 'running')
         RETURNING ended.position, ended.state`,
        [
          shop,
          id,
          finished.map(({ item }) => item.position),
          finished.map(({ outcome }) => outcome.state),
          finished.map(({ outcome }) => outcome.message),
        ],
      );
      if (open.length === 0) return undefined;
      const increased = (state: ItemOutcome["state"]) =>
        sql`${jobs[state]} + ${open.filter((one) => one.state === state).length}`;
      const [job] = await tx
        .update(jobs)
        .set({
          done: increased("done"),
          failed: increased("failed"),
          skipped: increased("skipped"),
          params: addSkipReasons(finished, new Set(open.map(({ position }) => position))),
        })
        .where(and(eq(jobs.shop, shop), eq(jobs.id, id)))
        .returning();
      return job;
    });
    this.applyRequests(updated);
    if (updated) this.publish(updated);
  }

  /**
   * Checked before each item: a bulk job may run for an hour, and revoked access takes effect immediately. Backroom itself starts only
   * scheduled work, which needs no one's access.
   */
  private async authorizedStarter(): Promise<Administrator | null> {
    const { shop, startedById, permission } = this.job;
    const administrator = await findActor(shop, startedById);
    if (administrator === BACKROOM) return administrator;
    return administrator && mayUse(administrator, JSON.parse(permission) as Permission)
      ? administrator
      : null;
  }

  private async execute(item: Item, administrator: Administrator): Promise<ItemOutcome | PendingItem | null> {
    const { shop, id } = this.job;
    const { signal } = this;
    const context: ItemContext = {
      shop,
      administrator,
      jobId: id,
      operationId: `${id}:${item.position}`,
      signal,
      progress: (done, total) => this.storeProgress(done, total),
      addItems: (items) =>
        withShop(shop, (tx) => addItems(tx, { shop, jobId: id, position: item.position }, items)),
    };
    try {
      return await this.kind.runItem(item.input, context);
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof StartLater) {
        this.waitingItems.set(item.position, error.at);
        return null;
      }
      // Not the item's fault. The queue runs the job again, and the item with the same operation id.
      if (isDatabaseUnavailable(error)) throw error;
      if (error instanceof Refusal) return { state: "failed", message: error.message };
      log.error({ err: error, job: id, position: item.position }, "an item of a job failed unexpectedly");
      return { state: "failed", message: "Something went wrong on our side. Retry this row." };
    }
  }

  private async storeProgress(done: number, total: number): Promise<void> {
    const { shop, id } = this.job;
    const [job] = await withShop(shop, (tx) =>
      tx
        .update(jobs)
        .set({ params: sql`${jobs.params} || ${JSON.stringify({ progress: { done, total } })}::jsonb` })
        .where(and(eq(jobs.shop, shop), eq(jobs.id, id)))
        .returning(),
    );
    this.applyRequests(job);
    if (job) this.publish(job);
  }

  /** Throttled: people need only a few updates per second. */
  private publish(job: Job): void {
    const now = Date.now();
    if (now - this.publishedAt < PUBLISH_INTERVAL_MS) return;
    this.publishedAt = now;
    publishJob(job.shop, job, updateOf(job));
  }
}
