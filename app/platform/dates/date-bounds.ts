import { addSeconds, startOfSecond } from "date-fns";
import { z } from "zod";
import { parseStoredDate } from "./date-text";
import { addUtcDays } from "./instant";

const NOT_VALID = "must be a date, such as 2026-06-15, or an instant, such as 2026-06-15T00:00:00Z";
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;
const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** @returns null for a text that is neither a date nor an instant */
function startOf(text: string): Date | null {
  const day = text.slice(0, 10);
  if (parseStoredDate(day) !== day) return null;
  if (IS_DAY.test(text)) return new Date(`${text}T00:00:00Z`);
  const instant = INSTANT.test(text) ? new Date(text) : null;
  return instant && !Number.isNaN(+instant) ? instant : null;
}

/**
 * A day as `written` allows it, answered as YYYY-MM-DD.
 * @param written the ways of writing it that a call takes
 */
export const dayWritten = (written: RegExp, problem: string) =>
  z
    .string(problem)
    .trim()
    .regex(written, problem)
    .transform((text, context) => {
      const day = parseStoredDate(text);
      if (day) return day;
      context.addIssue(problem);
      return z.NEVER;
    });

/** A bound of a time range. Empty text means unbounded. */
const bound = (boundOf: (start: Date, isDay: boolean) => Date) =>
  z
    .string(NOT_VALID)
    .trim()
    .transform((text, context) => {
      if (text === "") return undefined;
      const start = startOf(text);
      if (start) return boundOf(start, IS_DAY.test(text));
      context.addIssue(NOT_VALID);
      return z.NEVER;
    })
    .optional();

/**
 * A bound of a time range as text: a date or an instant. Its answer is accepted again, so it can be stored. Empty text means unbounded.
 */
export const dateBound = z
  .string(NOT_VALID)
  .trim()
  .transform((text, context) => {
    if (text === "") return undefined;
    if (startOf(text)) return text;
    context.addIssue(NOT_VALID);
    return z.NEVER;
  })
  .optional();

/** Where a range begins that is bounded by such a text. A date begins at midnight UTC. */
export const rangeStart = (text: string): Date => startOf(text) ?? new Date(Number.NaN);

/** Where the range is over: after the date, or after the second that the instant names. */
export const rangeEnd = (text: string): Date =>
  IS_DAY.test(text) ? addUtcDays(rangeStart(text), 1) : addSeconds(startOfSecond(rangeStart(text)), 1);

/** Where a range begins. A date begins at midnight UTC. */
export const dateFrom = bound((start) => start);

/** Where a range is over: after the date, or after the second that the instant names. */
export const dateTo = bound((start, isDay) =>
  isDay ? addUtcDays(start, 1) : addSeconds(startOfSecond(start), 1),
);
