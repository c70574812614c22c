import type { Clock } from "../../data/clock.ts";
import type { ShopPlan } from "../../data/rows.ts";

/**
 * Points that are restored per second, by plan (https://shopify.dev/docs/api/usage/limits). The bucket holds the points of twenty
 * seconds: Shopify's API reports 2,000 points at 100 points per second.
 */
export const RESTORE_RATES: Readonly<Record<ShopPlan, number>> = {
  BASIC: 100,
  ADVANCED: 200,
  PLUS: 1000,
  ENTERPRISE: 2000,
};

const SECONDS_IN_BUCKET = 20;

/** The value of `extensions.cost.throttleStatus`. */
export interface ThrottleStatus {
  maximumAvailable: number;
  currentlyAvailable: number;
  restoreRate: number;
}

interface Level {
  available: number;
  at: number;
}

/** The leaky buckets, by app and shop. */
export class CostBuckets {
  readonly #clock: Clock;
  readonly #speed: number;
  readonly #levels = new Map<string, Level>();

  /** @param speed how many times as fast points are restored, for tests */
  constructor(clock: Clock, speed = 1) {
    this.#clock = clock;
    this.#speed = speed;
  }

  /** Takes points from the bucket. Returns false if it has too few. */
  take(key: string, plan: ShopPlan, points: number): boolean {
    const level = this.#refill(key, plan);
    if (level.available < points) return false;
    level.available -= points;
    return true;
  }

  /** Refunds the difference between a query's requested and actual cost. */
  refund(key: string, plan: ShopPlan, points: number): void {
    const level = this.#refill(key, plan);
    level.available = Math.min(level.available + points, RESTORE_RATES[plan] * SECONDS_IN_BUCKET);
  }

  /** The bucket's current status. */
  status(key: string, plan: ShopPlan): ThrottleStatus {
    return {
      maximumAvailable: RESTORE_RATES[plan] * SECONDS_IN_BUCKET,
      currentlyAvailable: Math.floor(this.#refill(key, plan).available),
      restoreRate: RESTORE_RATES[plan] * this.#speed,
    };
  }

  #refill(key: string, plan: ShopPlan): Level {
    const now = this.#clock.now();
    const maximum = RESTORE_RATES[plan] * SECONDS_IN_BUCKET;
    const level = this.#levels.get(key) ?? { available: maximum, at: now };
    const restored = (Math.max(now - level.at, 0) / 1000) * RESTORE_RATES[plan] * this.#speed;
    const next = { available: Math.min(level.available + restored, maximum), at: now };
    this.#levels.set(key, next);
    return next;
  }
}
