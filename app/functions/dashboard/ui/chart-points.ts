import { addIsoDays, daysBetween, utcIsoDate } from "~/platform/dates/iso-date";
import { formatUsDate } from "~/platform/dates/us-date";
import type { Point } from "../contract";
import type { DateRange } from "../range";

/** A point of a chart's line. */
export interface ChartPoint {
  /** Milliseconds since 1970, at midnight UTC of the day. */
  at: number;
  /** Null where the line is interrupted: there is no reading. */
  value: number | null;
  isExact: boolean;
  /** No line ends here, so that only a dot shows it. */
  isAlone: boolean;
}

const MAX_TICKS = 4;

/** The line of a metric, interrupted where days have no reading. */
export function chartPointsOf(points: readonly Point[]): ChartPoint[] {
  const followsDay = (index: number): boolean => {
    const [before, point] = [points[index - 1], points[index]];
    return before !== undefined && point !== undefined && daysBetween(before.date, point.date) === 1;
  };
  return points.flatMap(({ date, value, isExact }, index) => {
    const point = {
      at: Date.parse(date),
      value,
      isExact,
      isAlone: !followsDay(index) && !followsDay(index + 1),
    };
    if (index === 0 || followsDay(index)) return [point];
    const gap = { at: Date.parse(addIsoDays(date, -1)), value: null, isExact: true, isAlone: false };
    return [gap, point];
  });
}

/** Days that are spread evenly over the range, the first and the last one included, in milliseconds as the points have them. */
export function dayTicks({ dateFrom, dateTo }: DateRange): number[] {
  const days = daysBetween(dateFrom, dateTo);
  const steps = Math.min(days, MAX_TICKS - 1);
  const offsets = Array.from({ length: steps + 1 }, (_, step) =>
    steps === 0 ? 0 : Math.round((step * days) / steps),
  );
  return offsets.map((offset) => Date.parse(addIsoDays(dateFrom, offset)));
}

/** A tick's label. Within one year MM/DD, so that a narrow chart has room for all ticks. @param at milliseconds, as `dayTicks` has them */
export function tickLabel(at: number, { dateFrom, dateTo }: DateRange): string {
  const label = formatUsDate(utcIsoDate(new Date(at)));
  return dateFrom.slice(0, 4) === dateTo.slice(0, 4) ? label.slice(0, 5) : label;
}
