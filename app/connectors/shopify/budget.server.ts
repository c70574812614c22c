import { setTimeout as wait } from "node:timers/promises";
import type { Priority } from "./port";

/** What Shopify says about the rate in `extensions.cost`. Points. */
export interface ThrottleStatus {
  maximumAvailable: number;
  currentlyAvailable: number;
  restoreRate: number;
}

/** Share of the bucket that bulk work never touches, so that a person's click finds points at once. */
const KEPT_FOR_PEOPLE = 0.2;
/** What an operation is taken to cost before Shopify has said so. */
const FIRST_GUESS = 20;

/**
 * Our picture of one shop's bucket of points (https://shopify.dev/docs/api/usage/limits): estimated between answers,
 * corrected by each answer. Callers are let through in order, people before bulk work.
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

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Waits until the operation may be sent, and takes its points. @returns the points taken, to be given to `settle`. */
  async take(operation: string, priority: Priority, signal?: AbortSignal): Promise<number> {
    const turn = this.turns[priority].then(() => this.waitForPoints(operation, priority, signal));
    this.turns[priority] = turn.then(
      () => {},
      () => {},
    );
    return turn;
  }

  /** Corrects the picture with what Shopify answered, or only gives the points back when it did not answer. */
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
      const cost = this.costs.get(operation) ?? FIRST_GUESS;
      const missing = cost - this.spendable(priority);
      if (missing <= 0) {
        this.inFlight += cost;
        return cost;
      }
      const restoreRate = this.status?.restoreRate ?? 100;
      await wait(Math.max(5, (missing / restoreRate) * 1000), undefined, { signal });
    }
  }

  private spendable(priority: Priority): number {
    if (!this.status) return this.inFlight === 0 ? Number.POSITIVE_INFINITY : 0;
    const { maximumAvailable, currentlyAvailable, restoreRate } = this.status;
    const restored = ((this.now() - this.measuredAt) / 1000) * restoreRate;
    const available = Math.min(maximumAvailable, currentlyAvailable + restored) - this.inFlight;
    return priority === "person" ? available : available - maximumAvailable * KEPT_FOR_PEOPLE;
  }
}
