/**
 * Dates of the calendar without a time and without a zone, as the database and the API have them: `YYYY-MM-DD`. They sort as text.
 */
const DAY_MS = 86_400_000;

/** PostgreSQL and JavaScript agree on dates from this year on; `Date` reads the years 0 to 99 as those of the 20th century. */
export const EARLIEST_YEAR = 1000;

const two = (value: number) => String(value).padStart(2, "0");

/** The ISO date with these parts; null when the calendar doesn't have it. @param month 1 to 12 */
export function isoDateOf(year: number, month: number, day: number): string | null {
  if (year < 1 || month < 1 || month > 12 || day < 1) return null;
  // The calendar repeats every 400 years, and `Date.UTC` reads a year below 100 as one of the 20th century.
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return day <= lastDay ? `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}` : null;
}

/** The ISO date that the clock of this machine shows. */
export const localIsoDate = (instant: Date): string =>
  `${String(instant.getFullYear()).padStart(4, "0")}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;

/** The ISO date of an instant in UTC. */
export const utcIsoDate = (instant: Date): string => instant.toISOString().slice(0, 10);

/** The minute of an instant in UTC, `YYYY-MM-DDTHH:mm`. */
export const utcIsoMinute = (instant: Date): string => instant.toISOString().slice(0, 16);

/** How many days it is from one ISO date to another; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** ISO dates begin with this day. */
const FIRST_DAY_MS = Date.parse("0001-01-01");

/** The ISO date a number of days after another; before it when `days` is negative, and not before the year 1. */
export const addIsoDays = (isoDate: string, days: number): string =>
  utcIsoDate(new Date(Math.max(FIRST_DAY_MS, Date.parse(isoDate) + days * DAY_MS)));

/** The day of the week of an ISO date, from 0 for Sunday to 6. */
export const weekdayOf = (isoDate: string): number => new Date(isoDate).getUTCDay();
