import { setTimeout as wait } from "node:timers/promises";
import type { Priority } from "./port";

/** The rate limit in `extensions.cost`, in points. */
export interface ThrottleStatus {
  maximumAvailable: number;
  currentlyAvailable: number;
  restoreRate: number;
}

/** The share of the bucket that bulk work never uses, so that a person's click doesn't wait. */
const RESERVED_FOR_PEOPLE = 0.2;
/** The assumed cost of an operation before its first answer. */
const DEFAULT_COST = 20;

/**
 * The estimate of one shop's bucket of points (https://shopify.dev/docs/api/usage/limits), corrected by each answer. Callers
 * proceed in order, people before bulk work.
 */
export class RateBudget {
  private status: ThrottleStatus | null = null;
  private measuredAt = 0;
  private inFlight = 0;
  private readonly costs = new Map<string, number>();
  private readonly turns: Record<Priority, Promise<void>> = {
    person: Promise.resolve(),
    bulk: Promise.resolve(),
  };

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly sleep: typeof wait = wait,
    /** Called when bulk work has to wait for points. */
    private readonly onBulkWait: () => void = () => undefined,
  ) {}

  /** The points that are restored per second. Null before the first answer. */
  get restoreRate(): number | null {
    return this.status?.restoreRate ?? null;
  }

  /** The share of the bucket that is left, as estimated now. Null before the first answer. */
  get availableShare(): number | null {
    return this.status && Math.max(0, this.spendable("person")) / this.status.maximumAvailable;
  }

  /** Waits until the operation may be sent, and takes its points. @returns the points, for `settle` */
  async take(operation: string, priority: Priority, signal?: AbortSignal): Promise<number> {
    const turn = this.turns[priority].then(() => this.waitForPoints(operation, priority, signal));
    this.turns[priority] = turn.then(
      () => {},
      () => {},
    );
    return turn;
  }

  /** Corrects the estimate with the answer. Without an answer it only returns the points. */
  settle(
    operation: string,
    taken: number,
    answer?: { requestedQueryCost?: number; throttleStatus?: ThrottleStatus },
  ): void {
    this.inFlight -= taken;
    if (answer?.requestedQueryCost) this.costs.set(operation, answer.requestedQueryCost);
    if (!answer?.throttleStatus) return;
    this.status = answer.throttleStatus;
    this.measuredAt = this.now();
  }

  private async waitForPoints(operation: string, priority: Priority, signal?: AbortSignal): Promise<number> {
    for (;;) {
      signal?.throwIfAborted();
      const cost = this.costs.get(operation) ?? DEFAULT_COST;
      // More than a full bucket has can't be waited for.
      const missing = Math.min(cost, this.most(priority)) - this.spendable(priority);
      if (missing <= 0) {
        this.inFlight += cost;
        return cost;
      }
      if (this.status && priority === "bulk") this.onBulkWait();
      const restoreRate = this.status?.restoreRate ?? 100;
      await this.sleep(Math.max(5, (missing / restoreRate) * 1000), undefined, { signal });
    }
  }

  private spendable(priority: Priority): number {
    if (!this.status) return this.inFlight === 0 ? Number.POSITIVE_INFINITY : 0;
    const { maximumAvailable, currentlyAvailable, restoreRate } = this.status;
    const restored = ((this.now() - this.measuredAt) / 1000) * restoreRate;
    const available = Math.min(maximumAvailable, currentlyAvailable + restored) - this.inFlight;
    return available - (maximumAvailable - this.most(priority));
  }

  /** What can be spent of a full bucket. */
  private most(priority: Priority): number {
    if (!this.status) return Number.POSITIVE_INFINITY;
    return this.status.maximumAvailable * (priority === "person" ? 1 : 1 - RESERVED_FOR_PEOPLE);
  }
}
