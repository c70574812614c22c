import { TZDate } from "@date-fns/tz";
import { EARLIEST_YEAR } from "./iso-date";

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
