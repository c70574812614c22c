import { EARLIEST_YEAR, isoDateOf } from "./iso-date";
import { formatUsDate, parseUsDate } from "./us-date";

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
