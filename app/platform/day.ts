import { TZDate } from "@date-fns/tz";
import { format } from "date-fns";
import { EARLIEST_YEAR } from "./list";

/** A day in a time zone as the two instants between which it lies: from `start`, up to but not including `end`. */
export interface Day {
  start: Date;
  end: Date;
}

/**
 * The day that a date search means (specification: DD-MM-YYYY), in the shop's time zone. A day with a change of the
 * clocks is 23 or 25 hours long.
 * @returns null when the text is no day, or one before the year 1000.
 */
export function dayOf(text: string, timeZone: string): Day | null {
  const match = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text);
  if (!match) return null;
  const [day, month, year] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < EARLIEST_YEAR) return null;
  const start = new TZDate(year, month - 1, day, timeZone);
  if (start.getDate() !== day || start.getMonth() !== month - 1) return null;
  return { start: new Date(+start), end: new Date(+new TZDate(year, month - 1, day + 1, timeZone)) };
}

/** An instant in a time zone as MM/DD/YYYY HH:mm. */
export const writtenMoment = (instant: Date, timeZone: string): string =>
  format(new TZDate(instant, timeZone), "MM/dd/yyyy HH:mm");

/** The day of an instant in a time zone's calendar, YYYY-MM-DD. */
export const calendarDay = (instant: Date, timeZone: string): string =>
  format(new TZDate(+instant, timeZone), "yyyy-MM-dd");

/** The hour of an instant in a time zone, 0 to 23. */
export const hourOf = (instant: Date, timeZone: string): number => new TZDate(+instant, timeZone).getHours();

/** When the day ends, in a time zone's calendar, that comes so many days after the day of an instant. */
export function endOfDay(instant: Date, timeZone: string, daysLater: number): Date {
  const day = new TZDate(+instant, timeZone);
  return new Date(+new TZDate(day.getFullYear(), day.getMonth(), day.getDate() + daysLater + 1, timeZone));
}
