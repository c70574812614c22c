import { and, asc, eq, sql } from "drizzle-orm";
import { findActor } from "../auth/administrators.server";
import { type Administrator, mayUse, type Permission } from "../auth/permission";
import { withShop } from "../db/with-shop.server";
import { Refusal } from "../errors";
import { log } from "../log.server";
import { publishJob } from "../realtime/publish.server";
import { end, park } from "./end-job.server";
import { type AskedFor, findJob, type ItemContext, type ItemOutcome, type RunnableJob } from "./job.server";
import { progressOf } from "./progress";
import { jobItems, jobs } from "./tables.server";
import { type Ended, UnderWay } from "./under-way.server";

type Job = typeof jobs.$inferSelect;
type Item = typeof jobItems.$inferSelect;

const BATCH = 200;
const REPORT_EVERY_MS = 300;
/** How soon an item that takes long hears that its job is to stop. */
const LOOK_EVERY_MS = 1_000;
/** How long the items that are being worked on may go on once their job is paused. */
const PAUSES_WITHIN_MS = 5_000;

/** One process's work on one job. */
export class JobRun {
  private readonly cancelled = new AbortController();
  /** Somebody paused the job: nothing else is begun, and what takes too long is broken off. */
  private isPausing = false;
  private pauseTimer: NodeJS.Timeout | undefined;
  private breakOff = new AbortController();
  /** Whoever started the job may not do its work any more: nothing else is begun, what was begun ends. */
  private isRefused = false;
  /** What the items are given. */
  private signal: AbortSignal;
  private reportedAt = 0;
  private readonly underWay: UnderWay;
  /** What is written down as soon as what is being written down is. */
  private next: { items: Ended[]; written: Promise<void> } | undefined;
  private lastWritten: Promise<void> = Promise.resolve();

  constructor(
    private readonly job: Job,
    private readonly kind: RunnableJob,
    private readonly processStops: AbortSignal,
  ) {
    this.signal = this.signalOfItems();
    this.underWay = new UnderWay(job.shop, kind, (ended) => this.finish(ended));
  }

  private signalOfItems(): AbortSignal {
    return AbortSignal.any([this.processStops, this.cancelled.signal, this.breakOff.signal]);
  }

  async toTheEnd(): Promise<void> {
    const looking = setInterval(() => this.look().catch(() => undefined), LOOK_EVERY_MS);
    try {
      await this.work();
    } finally {
      clearInterval(looking);
      clearTimeout(this.pauseTimer);
    }
  }

  private async work(): Promise<void> {
    for (;;) {
      const waiting = await this.nextItems();
      if (this.isStopped || waiting.length + this.underWay.count === 0) break;
      if (this.isPausing) {
        await this.underWay.allSettled(() => this.isStopped || this.breakOff.signal.aborted);
        if (await park(this.job)) return;
        this.goOn();
        continue;
      }
      if (waiting.length === 0) {
        await this.underWay.allSettled(() => this.isHalted);
        continue;
      }
      await this.workOn(waiting);
      if (this.isRefused) break;
    }
    // A process that stops leaves the job as it is; the queue gives it to another one.
    if (this.processStops.aborted) throw new Error("The process stops; the job goes on elsewhere.");
    await this.underWay.leave();
    if (this.cancelled.signal.aborted)
      await end(this.job, "cancelled", "Cancelled. What was done before stays done.");
    else if (this.isRefused)
      await end(this.job, "failed", `${this.job.startedByName} no longer has access to this function.`);
    else await end(this.job, "completed", null);
    await this.kind.finished?.(this.job.shop, this.job.id);
  }

  private get isStopped(): boolean {
    return this.processStops.aborted || this.cancelled.signal.aborted;
  }

  private get isHalted(): boolean {
    return this.isStopped || this.isPausing || this.isRefused;
  }

  /** Does what somebody asked of the job since. */
  private heed(job: Pick<Job, "cancelRequestedAt" | "pausedAt"> | undefined): void {
    if (job?.cancelRequestedAt) this.cancelled.abort();
    if (!job?.pausedAt || this.isPausing) return;
    this.isPausing = true;
    this.pauseTimer = setTimeout(() => this.breakOff.abort(), PAUSES_WITHIN_MS);
  }

  /** The job was resumed before it stood still. */
  private goOn(): void {
    clearTimeout(this.pauseTimer);
    this.isPausing = false;
    this.breakOff = new AbortController();
    this.signal = this.signalOfItems();
  }

  private async look(): Promise<void> {
    const { shop, id } = this.job;
    this.heed(await withShop(shop, (tx) => findJob(tx, shop, id)));
  }

  private async nextItems(): Promise<Item[]> {
    const { shop, id } = this.job;
    return withShop(shop, async (tx) => {
      this.heed(await findJob(tx, shop, id));
      const waiting = await tx
        .select()
        .from(jobItems)
        .where(and(eq(jobItems.shop, shop), eq(jobItems.jobId, id), eq(jobItems.state, "waiting")))
        .orderBy(asc(jobItems.position))
        .limit(BATCH + this.underWay.count);
      return waiting.filter((item) => !this.underWay.has(item));
    });
  }

  /** Keeps `concurrency` items going; a cancellation or a pause is noticed between items, not between batches. */
  private async workOn(items: Item[]): Promise<void> {
    const queue = items.values();
    const broken = new AbortController();
    const lane = async () => {
      for (const item of queue) {
        await this.underWay.room(() => this.isHalted || broken.signal.aborted);
        if (this.isHalted || broken.signal.aborted) return;
        await this.workOnOne(item);
      }
    };
    const watched = () => lane().catch((error) => broken.abort(error));
    // One lane that breaks (a lost database) stops the others, and all are awaited: nothing goes on behind our back.
    await Promise.all(Array.from({ length: this.kind.concurrency }, watched));
    broken.signal.throwIfAborted();
  }

  private async workOnOne(item: Item): Promise<void> {
    const administrator = await this.whoMayStill();
    if (!administrator) {
      this.isRefused = true;
      return;
    }
    const outcome = await this.outcomeOf(item, administrator);
    // Stopped in the middle: the item keeps its place and is done again, under the same operation id.
    if (!outcome) return;
    if (outcome.state === "asked") this.underWay.add(item, outcome.ref);
    else await this.finish([{ item, outcome }]);
  }

  /**
   * Ends items. All of a job's wait for each other at its row, so what ends while others are being written down goes together next.
   */
  private finish(ended: readonly Ended[]): Promise<void> {
    if (!this.next) {
      const items: Ended[] = [];
      const written = this.lastWritten.then(() => {
        this.next = undefined;
        return this.writeDown(items);
      });
      this.next = { items, written };
      this.lastWritten = written.catch(() => undefined);
    }
    this.next.items.push(...ended);
    return this.next.written;
  }

  private async writeDown(ended: readonly Ended[]): Promise<void> {
    if (ended.length === 0) return;
    const { shop, id } = this.job;
    const moved = await withShop(shop, async (tx) => {
      // None waits for the disk at the job's row. Should the database's machine die within this moment, the item is done once
      // more, under the same operation id.
      await tx.$client.query("SET LOCAL synchronous_commit = off");
      const { rows: open } = await tx.$client.query<{ state: ItemOutcome["state"] }>(
        `UPDATE job_items AS item SET state = ended.state, message = ended.message, finished_at = now()
           FROM unnest($3::int[], $4::text[], $5::text[]) AS ended (position, state, message)
          WHERE item.shop = $1 AND item.job_id = $2 AND item.position = ANY($3::int[])
            AND item.position = ended.position AND item.state IN ('waiting', 'running')
         RETURNING ended.state`,
        [
          shop,
          id,
          ended.map(({ item }) => item.position),
          ended.map(({ outcome }) => outcome.state),
          ended.map(({ outcome }) => outcome.message),
        ],
      );
      if (open.length === 0) return undefined;
      const plus = (state: ItemOutcome["state"]) =>
        sql`${jobs[state]} + ${open.filter((one) => one.state === state).length}`;
      const [job] = await tx
        .update(jobs)
        .set({ done: plus("done"), failed: plus("failed"), skipped: plus("skipped") })
        .where(and(eq(jobs.shop, shop), eq(jobs.id, id)))
        .returning();
      return job;
    });
    this.heed(moved);
    if (moved) this.report(moved);
  }

  /** Read again for each item: a bulk job may run for an hour, and a grant taken away works at once. */
  private async whoMayStill(): Promise<Administrator | null> {
    const { shop, startedById, permission } = this.job;
    const administrator = await findActor(shop, startedById);
    return administrator && mayUse(administrator, JSON.parse(permission) as Permission)
      ? administrator
      : null;
  }

  private async outcomeOf(item: Item, administrator: Administrator): Promise<ItemOutcome | AskedFor | null> {
    const { shop, id } = this.job;
    const { signal } = this;
    const context: ItemContext = {
      shop,
      administrator,
      jobId: id,
      operationId: `${id}:${item.position}`,
      signal,
      progress: (done, total) => this.ownProgress(done, total),
    };
    try {
      return await this.kind.runItem(item.input, context);
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof Refusal) return { state: "failed", message: error.message };
      log.error({ err: error, job: id, position: item.position }, "an item of a job failed unexpectedly");
      return { state: "failed", message: "Something went wrong on our side. Retry this row." };
    }
  }

  private async ownProgress(done: number, total: number): Promise<void> {
    const { shop, id } = this.job;
    const [job] = await withShop(shop, (tx) =>
      tx
        .update(jobs)
        .set({ params: sql`${jobs.params} || ${JSON.stringify({ progress: { done, total } })}::jsonb` })
        .where(and(eq(jobs.shop, shop), eq(jobs.id, id)))
        .returning(),
    );
    this.heed(job);
    if (job) this.report(job);
  }

  /** Realtime events are for eyes: a few a second are enough. */
  private report(job: Job): void {
    const now = Date.now();
    if (now - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = now;
    publishJob(job.shop, job.startedById, { id: job.id, state: job.state, ...progressOf(job) });
  }
}
