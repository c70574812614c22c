import { TZDate, tz } from "@date-fns/tz";
import { addDays, isValid, parse, subSeconds } from "date-fns";
import { EARLIEST_YEAR } from "./iso-date";

/** How a form shows a date with its time. */
export const INPUT_DATE_TIME_FORMAT = "MM/dd/yyyy h:mm:ss a";
const DATE_FORMAT = "MM/dd/yyyy";
/** Also without seconds, with a clock of 24 hours, or a date alone. */
const ACCEPTED_FORMATS = [
  INPUT_DATE_TIME_FORMAT,
  "MM/dd/yyyy h:mm a",
  "MM/dd/yyyy HH:mm:ss",
  "MM/dd/yyyy HH:mm",
  DATE_FORMAT,
];
const LATEST_YEAR = 9999;

/**
 * Reads the date and time of a form field, in the given time zone, or an ISO 8601 instant with its own offset.
 * @param wholeDay what a date without a time means: the day's first or last second
 * @returns null for any other text, for a time that the clocks skip, and for an instant outside the years 1000 to 9999
 */
export function parseInputDateTime(
  text: string,
  timeZone: string,
  wholeDay: "start" | "end" = "start",
): Date | null {
  const trimmed = text.trim();
  if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(trimmed)) return inRange(new Date(trimmed));
  for (const format of ACCEPTED_FORMATS) {
    const instant = parse(trimmed, format, new TZDate(0, timeZone), { in: tz(timeZone) });
    if (!isValid(instant)) continue;
    if (format === DATE_FORMAT)
      return inRange(wholeDay === "end" ? lastSecondOf(instant) : new Date(+instant));
    const written = parse(trimmed, format, new TZDate(0, "UTC"), { in: tz("UTC") });
    const isSkipped = minuteOfDay(instant) !== minuteOfDay(written);
    return isSkipped ? null : inRange(new Date(+instant));
  }
  return null;
}

const minuteOfDay = (moment: Date): number => moment.getHours() * 60 + moment.getMinutes();

const CLOCK = /(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])M)?$/i;

/** The time of day of a form's text as a time field has it, `HH:mm:ss`. Empty for a text without one. */
export function clockOf(text: string): string {
  const [, hour, minute, second = "00", half] = CLOCK.exec(text.trim()) ?? [];
  if (hour === undefined) return "";
  const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === "P" ? 12 : 0) : Number(hour);
  return `${String(hours).padStart(2, "0")}:${minute}:${second}`;
}

/** The time of day of a time field, `HH:mm` or `HH:mm:ss`, as a form's text has it: `7:30:00 PM`. */
export function clockText(clock: string): string {
  const [hour = "0", minute = "00", second = "00"] = clock.split(":");
  return `${Number(hour) % 12 || 12}:${minute}:${second} ${Number(hour) < 12 ? "AM" : "PM"}`;
}

/** A day of a change of the clocks has another length, so the next day begins where the calendar says. */
const lastSecondOf = (day: Date): Date => subSeconds(new Date(+addDays(day, 1)), 1);

function inRange(instant: Date): Date | null {
  const year = instant.getUTCFullYear();
  return isValid(instant) && year >= EARLIEST_YEAR && year <= LATEST_YEAR ? instant : null;
}
