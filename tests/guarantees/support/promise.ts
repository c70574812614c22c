import type { TestShop } from "../../support/test-shop.ts";

/** `small` is a part of `npm test`, `full` is `npm run guarantees`. */
export type Scale = "small" | "full";

/** What came out of testing a promise. */
export interface Finding {
  passed: boolean;
  /** It couldn't be tested on this machine. The figure says why. */
  isSkipped?: true;
  /** The measured figures in words, such as "500 approvals: 0 missed, 0 doubled". */
  figure: string;
}

/** A guarantee of Backroom and its test. */
export interface BackroomPromise {
  /** As in the table of promises: R6. */
  id: string;
  title: string;
  /** The tests of `npm test` that prove it already, with `small` counts. Then only the full run tests it here. */
  provenBy?: string | readonly string[];
  /** It takes more than some seconds with `small` counts, too. `npm test` leaves it out. */
  isLong?: true;
  test(shop: TestShop, scale: Scale): Promise<Finding>;
}

/** A finding from counts that must all be zero; other counts are only printed. */
export function finding(summary: string, mustBeZero: Record<string, number>): Finding {
  const counts = Object.entries(mustBeZero).map(([what, count]) => `${count} ${what}`);
  return {
    passed: Object.values(mustBeZero).every((count) => count === 0),
    figure: `${summary}: ${counts.join(", ")}`,
  };
}

/** The value below which `share` of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
