import { differenceInCalendarDays, format, isValid, parse, parseISO } from "date-fns";

/** How a day is written in forms (specification: MM/dd/yyyy), and how it is kept. */
const WRITTEN = "MM/dd/yyyy";
const KEPT = "yyyy-MM-dd";

/** Reads a day in either form; null when the text is no day. */
function readDay(text: string): Date | null {
  const form = /^\d{2}\/\d{2}\/\d{4}$/.test(text) ? WRITTEN : /^\d{4}-\d{2}-\d{2}$/.test(text) ? KEPT : null;
  const day = form && parse(text, form, new Date(0));
  return day && isValid(day) ? day : null;
}

/** True for a day as MM/DD/YYYY or as YYYY-MM-DD. */
export const isDay = (text: string): boolean => readDay(text.trim()) !== null;

/** The day as it is kept, YYYY-MM-DD; empty for empty text, the text itself when it is no day. */
export const keptDay = (text: string): string => {
  const day = readDay(text.trim());
  return day ? format(day, KEPT) : text.trim();
};

/**
 * The day that a stored value means, YYYY-MM-DD; a time behind it is left out. Null for text that is no day, or none from the
 * year 1000 on.
 */
export function plainDay(text: string): string | null {
  const day = keptDay(text.trim().slice(0, 10));
  return isDay(day) && day >= "1000" ? day : null;
}

/** A day as people read it, MM/DD/YYYY. @param day YYYY-MM-DD */
export const shownDay = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;

/**
 * The day as a form shows it, MM/DD/YYYY. Section 3 of the first specification text: a missing value, and the literal text
 * "undefined", are today.
 */
export function writtenDay(text: string, today: Date): string {
  const kept = text.trim();
  if (kept === "" || kept === "undefined") return format(today, WRITTEN);
  const day = readDay(kept.slice(0, 10));
  return day ? format(day, WRITTEN) : kept;
}

/**
 * How many days it is from one day (YYYY-MM-DD) to another; negative when the second comes first.
 */
export const daysBetween = (from: string, to: string): number =>
  differenceInCalendarDays(parseISO(to), parseISO(from));

/** "in 7 days", "tomorrow", "today". */
export const inDays = (days: number): string =>
  days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;
