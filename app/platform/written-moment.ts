import { TZDate, tz } from "@date-fns/tz";
import { format, isValid, parse } from "date-fns";
import { EARLIEST_YEAR } from "./list";

/** How a moment is written in forms (specification: MM/dd/yyyy h:mm:ss a). */
const WRITTEN = "MM/dd/yyyy h:mm:ss a";
/** What is understood too: without seconds, with a clock of 24 hours, or a day alone, which means its beginning. */
const READ = [WRITTEN, "MM/dd/yyyy h:mm a", "MM/dd/yyyy HH:mm:ss", "MM/dd/yyyy HH:mm", "MM/dd/yyyy"];

/** A moment as a form shows it, in a time zone: `12/26/2026 7:30:00 PM`. */
export const writtenSeconds = (instant: Date, timeZone: string): string =>
  format(new TZDate(+instant, timeZone), WRITTEN);

/**
 * Reads a moment that somebody wrote, in their time zone; also an instant of ISO 8601 that says its own.
 * @returns null when the text is no moment
 */
export function readMoment(text: string, timeZone: string): Date | null {
  const trimmed = text.trim();
  if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(trimmed)) return inRange(new Date(trimmed));
  for (const form of READ) {
    const read = parse(trimmed, form, new TZDate(0, timeZone), { in: tz(timeZone) });
    if (isValid(read)) return inRange(new Date(+read));
  }
  return null;
}

/** PostgreSQL and everybody who reads a date agree on these years. */
function inRange(instant: Date): Date | null {
  const year = instant.getUTCFullYear();
  return isValid(instant) && year >= EARLIEST_YEAR && year <= 9999 ? instant : null;
}
