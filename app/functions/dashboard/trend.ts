import { addIsoDays, daysBetween, weekdayOf } from "~/platform/dates/iso-date";
import type { DateRange } from "./range";
import type { Point, Trend } from "./schemas";

/** How many earlier changes on the same day of the week say what is usual. With fewer, no day is unusual. */
const USUAL_WEEKS = 8;

/** A change is unusual this many median absolute deviations away from the median. */
const DEVIATIONS = 4;

/** Customers are counted whole: where most weeks are alike, one customer more is as usual. */
const MIN_DEVIATION = 1;

/** A reading this many days before a period still says what the period began with. */
const MAX_GAP_DAYS = 7;

/** How many days before a range its trend needs: the period before, what it began with, and the weeks that say what is usual. */
export const daysNeeded = ({ dateFrom, dateTo }: DateRange): number =>
  daysBetween(dateFrom, dateTo) + 1 + 7 * (USUAL_WEEKS + 4);

/** The days before a range, as many as the range has. */
export function periodBefore({ dateFrom, dateTo }: DateRange): DateRange {
  const last = addIsoDays(dateFrom, -1);
  return { dateFrom: addIsoDays(last, -daysBetween(dateFrom, dateTo)), dateTo: last };
}

/**
 * How a figure developed in a range of days, beside the period before.
 * @param readings oldest first, from `daysNeeded` days before the range on
 */
export function trendOf(readings: readonly Point[], range: DateRange): Omit<Trend, "id" | "title" | "query"> {
  const before = periodBefore(range);
  const changes = changesOf(readings);
  return {
    days: readings
      .map((point, index) => ({ ...point, ...(changes[index] as Change) }))
      .filter(({ date }) => date >= range.dateFrom && date <= range.dateTo),
    now: lastIn(readings, range)?.value ?? null,
    before: lastIn(readings, before)?.value ?? null,
    gained: gainedIn(readings, range),
    gainedBefore: gainedIn(readings, before),
  };
}

type Change = Pick<Trend["days"][number], "gained" | "usual">;

/** How much each reading differs from that of the day before, and what was usual where that is unusual. */
function changesOf(readings: readonly Point[]): Change[] {
  const byWeekday = new Map<number, number[]>();
  return readings.map((point, index) => {
    const before = readings[index - 1];
    const isComparable = before?.isExact && point.isExact && daysBetween(before.date, point.date) === 1;
    if (!isComparable) return { gained: null, usual: null };
    const gained = point.value - before.value;
    const weekday = weekdayOf(point.date);
    const earlier = byWeekday.get(weekday) ?? [];
    byWeekday.set(weekday, [...earlier, gained]);
    const usual = usualRange(earlier.slice(-USUAL_WEEKS));
    const isUnusual = usual !== null && (gained < usual.from || gained > usual.to);
    return { gained, usual: isUnusual ? usual : null };
  });
}

function usualRange(values: readonly number[]): { from: number; to: number } | null {
  if (values.length < USUAL_WEEKS) return null;
  const center = median(values);
  const deviation = median(values.map((value) => Math.abs(value - center)));
  const width = DEVIATIONS * Math.max(MIN_DEVIATION, deviation);
  return { from: center - width, to: center + width };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0];
  return (low + high) / 2;
}

const lastIn = (readings: readonly Point[], { dateFrom, dateTo }: DateRange): Point | undefined =>
  readings.findLast(({ date }) => date >= dateFrom && date <= dateTo);

/** How much was gained in a period: since the reading before it, or since its first one. Null with fewer than two exact readings. */
function gainedIn(readings: readonly Point[], { dateFrom, dateTo }: DateRange): number | null {
  const start =
    lastIn(readings, { dateFrom: addIsoDays(dateFrom, -MAX_GAP_DAYS), dateTo: addIsoDays(dateFrom, -1) }) ??
    readings.find(({ date }) => date >= dateFrom && date <= dateTo);
  const end = lastIn(readings, { dateFrom, dateTo });
  if (!start?.isExact || !end?.isExact || start === end) return null;
  return end.value - start.value;
}
