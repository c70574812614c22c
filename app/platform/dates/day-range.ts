import { TZDate } from "@date-fns/tz";
import { parseStoredDate } from "./date-text";
import { EARLIEST_YEAR, utcIsoDate } from "./iso-date";

/** A date in a time zone as two instants: from `start`, up to but not including `end`. */
export interface DayRange {
  start: Date;
  end: Date;
}

/**
 * The date of a date search, `DD-MM-YYYY`, in a time zone. A day with a change of the clocks is 23 or 25 hours long.
 * @returns null when the text isn't a date, or is one before the year 1000
 */
export function parseSearchDate(text: string, timeZone: string): DayRange | null {
  const match = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text);
  if (!match) return null;
  const [day, month, year] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < EARLIEST_YEAR) return null;
  const start = new TZDate(year, month - 1, day, timeZone);
  if (start.getDate() !== day || start.getMonth() !== month - 1) return null;
  return { start: new Date(+start), end: new Date(+new TZDate(year, month - 1, day + 1, timeZone)) };
}

/** When the day ends, in a time zone, that is a number of days after the day of an instant. */
export function endOfDay(instant: Date, timeZone: string, daysLater: number): Date {
  const day = new TZDate(+instant, timeZone);
  return new Date(+new TZDate(day.getFullYear(), day.getMonth(), day.getDate() + daysLater + 1, timeZone));
}

/** The days of the filter as the address and the fields have them: YYYY-MM-DD in UTC, or empty. */
export interface FilterDays {
  start: string;
  end: string;
}

/** Reads `date_from` and `date_to` of the page's address. A value that isn't a date doesn't narrow. */
export function readFilterDays(parameters: URLSearchParams): FilterDays {
  const day = (name: string) => {
    const text = parameters.get(name) ?? "";
    return parseStoredDate(text) === text ? text : "";
  };
  return { start: day("date_from"), end: day("date_to") };
}

/** The days as calls take them: from the first to the last second. */
export const instantsOf = ({ start, end }: FilterDays) => ({
  date_from: start ? `${start}T00:00:00Z` : undefined,
  date_to: end ? `${end}T23:59:59Z` : undefined,
});

/** What is wrong with the days. Null when they can be searched. */
export function problemOf({ start, end }: FilterDays, now: Date): string | null {
  const today = utcIsoDate(now);
  if (start > today || end > today) return "The date must be today (UTC) or before.";
  return orderProblemOf({ start, end });
}

/** What is wrong with the order of days that may be in the future. */
export const orderProblemOf = ({ start, end }: FilterDays): string | null =>
  start && end && start > end ? "The start date is after the end date." : null;
