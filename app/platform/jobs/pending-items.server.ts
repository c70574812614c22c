import { type SQL, sql } from "drizzle-orm";
import { pause, pauseMs } from "~/platform/deadline.server";
import type { ItemOutcome, RunnableJob } from "./job.server";
import { type jobItems, jobs } from "./tables.server";

type Item = typeof jobItems.$inferSelect;

/** An item of a job with its outcome. */
export interface FinishedItem {
  item: Item;
  outcome: ItemOutcome;
}

/** Pending items that aren't deferred. A limit, so that the process that completes them sets the pace. */
const MAX_PENDING = 20;

/** Pending items that wait for another attempt. */
const MAX_DEFERRED = 1_000;

const POLL_INTERVAL_MS = 100;

const DEFERRED_POLL_INTERVAL_MS = 2_000;

/** The outcome of an item that is still pending when its job ends. */
const STILL_PENDING: ItemOutcome = {
  state: "failed",
  message:
    "The job was stopped while this row was in progress. It finishes automatically. Retry the row to see its result.",
};

/**
 * The items of a job whose work another process completes, such as an email that waits in the outbox. Kept in memory only: after a
 * crash they run again with the same operation id, which starts nothing twice.
 */
export class PendingItems {
  private readonly pending = new Map<number, { item: Item; ref: string; isDeferred: boolean }>();
  private deferredPolledAt = 0;
  private movedAt = performance.now();
  private isPolled = false;
  private polling: Promise<void> | undefined;

  constructor(
    private readonly shop: string,
    private readonly kind: Pick<RunnableJob, "name" | "settle">,
    private readonly finish: (finished: readonly FinishedItem[]) => Promise<void>,
  ) {}

  /** For how long no item was added or has ended. 0 before the first look at the newest item. */
  get idleMs(): number {
    return this.isPolled ? performance.now() - this.movedAt : 0;
  }

  get count(): number {
    return this.pending.size;
  }

  has = ({ position }: Item): boolean => this.pending.has(position);

  add(item: Item, ref: string): void {
    if (!this.kind.settle)
      throw new Error(`The job kind "${this.kind.name}" has pending items but no settle().`);
    this.pending.set(item.position, { item, ref, isDeferred: false });
    this.isPolled = false;
    this.movedAt = performance.now();
  }

  /** Waits until another item may become pending. */
  async waitForRoom(isOver: () => boolean): Promise<void> {
    await this.pollWhile(() => this.isFull() && !isOver());
  }

  /** Waits until no item is pending. */
  async waitUntilSettled(isOver: () => boolean): Promise<void> {
    await this.pollWhile(() => this.pending.size > 0 && !isOver());
  }

  /** Ends the items that are still pending, because their job ends. */
  async abandon(): Promise<void> {
    if (this.pending.size > 0) await this.poll();
    await this.finish([...this.pending.values()].map(({ item }) => ({ item, outcome: STILL_PENDING })));
    this.pending.clear();
  }

  private isFull(): boolean {
    const deferred = this.refs(true).length;
    return this.pending.size - deferred >= MAX_PENDING || deferred >= MAX_DEFERRED;
  }

  private async pollWhile(isOpen: () => boolean): Promise<void> {
    while (isOpen()) {
      await this.poll();
      if (isOpen()) await pause(POLL_INTERVAL_MS);
    }
  }

  /** All lanes share one poll. */
  private poll(): Promise<void> {
    this.polling ??= this.settle().finally(() => {
      this.polling = undefined;
    });
    return this.polling;
  }

  private async settle(): Promise<void> {
    const includesDeferred = performance.now() - this.deferredPolledAt > pauseMs(DEFERRED_POLL_INTERVAL_MS);
    if (includesDeferred) this.deferredPolledAt = performance.now();
    const refs = [...this.refs(false), ...(includesDeferred ? this.refs(true) : [])];
    if (refs.length === 0) return;
    const results = await this.kind.settle?.(this.shop, refs);
    const finished: FinishedItem[] = [];
    for (const open of this.pending.values()) {
      const result = results?.get(open.ref);
      if (result === "deferred") open.isDeferred = true;
      else if (result) finished.push({ item: open.item, outcome: result });
    }
    await this.finish(finished);
    this.isPolled = true;
    if (finished.length > 0) this.movedAt = performance.now();
    for (const { item } of finished) this.pending.delete(item.position);
  }

  private refs(isDeferred: boolean): string[] {
    return [...this.pending.values()].filter((open) => open.isDeferred === isDeferred).map(({ ref }) => ref);
  }
}

/**
 * In SQL: the params of a job whose items have ended, with how many were skipped for each reason.
 * @param positions only of these
 */
export const addSkipReasons = (finished: readonly FinishedItem[], positions: ReadonlySet<number>): SQL =>
  withReasons(reasonsOf(finished, positions));

/** How many of these items were skipped for each reason. */
function reasonsOf(
  finished: readonly FinishedItem[],
  positions: ReadonlySet<number>,
): ReadonlyMap<string, number> {
  const reasons = new Map<string, number>();
  for (const { item, outcome } of finished) {
    const { state, reason } = outcome;
    if (state === "skipped" && reason && positions.has(item.position))
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return reasons;
}

/** Adds to the counts by reason in a job's params, without reading them first. */
function withReasons(reasons: ReadonlyMap<string, number>): SQL {
  let counts = sql`coalesce(${jobs.params} -> 'skippedBecause', '{}'::jsonb)`;
  for (const [reason, count] of reasons)
    counts = sql`${counts} || jsonb_build_object(${reason}::text,
      coalesce((${jobs.params} -> 'skippedBecause' ->> ${reason}::text)::int, 0) + ${count}::int)`;
  return reasons.size === 0
    ? sql`${jobs.params}`
    : sql`${jobs.params} || jsonb_build_object('skippedBecause', ${counts})`;
}
