import { TZDate } from "@date-fns/tz";
import { EARLIEST_YEAR, isoDateOf } from "./iso-date";

/** Reads `MM/DD/YYYY` or `YYYY-MM-DD` as an ISO date; null for any other text. */
function readDate(text: string): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match ? isoDateOf(Number(match[1]), Number(match[2]), Number(match[3])) : parseUsDate(text);
}

/** True for a date as `MM/DD/YYYY` or `YYYY-MM-DD`, with spaces around it or without. */
export const isDateText = (text: string): boolean => readDate(text.trim()) !== null;

/** The date of a form field as it is stored, `YYYY-MM-DD`; a text that isn't a date is returned trimmed. */
export const toIsoDate = (text: string): string => readDate(text.trim()) ?? text.trim();

/**
 * The date of a stored value, `YYYY-MM-DD`; a time after it is ignored. Null for a text that isn't a date, and for a date before
 * the year 1000.
 */
export function parseStoredDate(text: string): string | null {
  const isoDate = readDate(text.trim().slice(0, 10).trim());
  return isoDate && Number(isoDate.slice(0, 4)) >= EARLIEST_YEAR ? isoDate : null;
}

/** The text of a stored date. Empty for the text "undefined", which some records hold instead of an empty one. */
export const storedDateText = (text: string): string => (text.trim() === "undefined" ? "" : text);

/**
 * A stored value as a form shows it, `MM/DD/YYYY`; a time after the date is ignored. A text that isn't a date is shown trimmed.
 * @param missing what is shown for a missing date
 */
export function formatInputDate(text: string, missing = ""): string {
  const stored = storedDateText(text).trim();
  if (stored === "") return missing;
  const isoDate = readDate(stored.slice(0, 10));
  return isoDate ? formatUsDate(isoDate) : stored;
}

/** An ISO date as the calls take it in a date search, `DD-MM-YYYY`. */
export const toSearchDate = (isoDate: string): string => isoDate.split("-").reverse().join("-");

/** An ISO date as people read it, `MM/DD/YYYY`. */
export const formatUsDate = (isoDate: string): string =>
  `${isoDate.slice(5, 7)}/${isoDate.slice(8, 10)}/${isoDate.slice(0, 4)}`;

/** The ISO date of a text `MM/DD/YYYY`; null for any other text, and for a date that the calendar doesn't have. */
export function parseUsDate(text: string): string | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text);
  return match && isoDateOf(Number(match[3]), Number(match[1]), Number(match[2]));
}

/** The month of an instant in UTC, `YYYY-MM`. */
export const utcIsoMonth = (instant: Date): string => instant.toISOString().slice(0, 7);

/** The month a number of months after another; before it when `months` is negative. */
export function addIsoMonths(isoMonth: string, months: number): string {
  const first = new Date(`${isoMonth}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return utcIsoMonth(first);
}

const MONTH = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

/** A month `YYYY-MM` as people read it: "Nov 2026". */
export const formatMonth = (isoMonth: string): string => MONTH.format(new Date(`${isoMonth}-01T00:00:00Z`));

const two = (value: number) => String(value).padStart(2, "0");

/** An instant as `MM-DD-YYYY HH:mm:ss` in a time zone. */
export function formatDashedDateTime(instant: Date, timeZone: string): string {
  const local = new TZDate(+instant, timeZone);
  const day = `${two(local.getMonth() + 1)}-${two(local.getDate())}-${String(local.getFullYear()).padStart(4, "0")}`;
  return `${day} ${two(local.getHours())}:${two(local.getMinutes())}:${two(local.getSeconds())}`;
}

const UNITS = [
  { name: "day", seconds: 86_400 },
  { name: "hour", seconds: 3_600 },
  { name: "minute", seconds: 60 },
  { name: "second", seconds: 1 },
] as const;

/** A length of time in its largest unit: "12 seconds", "1 minute", "3 hours". */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  // Rounded to the next smaller unit: 59 minutes and 40 seconds are an hour, not 60 minutes.
  const unit =
    UNITS.find(({ seconds: length }, index) => {
      const smaller = UNITS[index + 1]?.seconds ?? 1;
      return Math.round(whole / smaller) * smaller >= length;
    }) ?? UNITS[3];
  const count = Math.round(whole / unit.seconds);
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}

/** How far away a date is: "in 7 days", "tomorrow", "today". */
export const formatDaysAhead = (days: number): string =>
  days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;
