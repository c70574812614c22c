import { formatCount } from "~/ui/numbers";
import type { Point } from "../schemas";

/** A value as people read it: "1,204", or "at least 10,000". */
export const formatValue = ({ value, isExact }: Pick<Point, "value" | "isExact">): string =>
  isExact ? formatCount(value) : `at least ${formatCount(value)}`;

/** A difference with its sign: "+1,204", "−3", "0". */
export const formatDifference = (difference: number): string =>
  `${difference > 0 ? "+" : difference < 0 ? "−" : ""}${formatCount(Math.abs(difference))}`;

/** How much a value differs from an earlier one: "+345 (+2.9%)". Without a percentage where the earlier one is 0. */
export function formatChange(now: number, before: number): string {
  const difference = now - before;
  const percent = formatPercent(Math.abs(difference / before));
  const sign = difference > 0 ? "+" : "−";
  return before <= 0 || difference === 0
    ? formatDifference(difference)
    : `${formatDifference(difference)} (${sign}${percent})`;
}

/** A share with one decimal: "45.2%". */
export const formatPercent = (share: number): string => `${(100 * share).toFixed(1)}%`;

/** A difference of two shares in percentage points: "+1.2 points", "−0.3 points", "0.0 points". */
export function formatPoints(points: number): string {
  const text = Math.abs(points).toFixed(1);
  return `${text === "0.0" ? "" : points < 0 ? "−" : "+"}${text} points`;
}

/** What is usual, in whole numbers: "+3 to +8". */
export const usualText = ({ from, to }: { from: number; to: number }): string => {
  const [low, high] = [formatDifference(Math.ceil(from)), formatDifference(Math.floor(to))];
  return low === high ? low : `${low} to ${high}`;
};
