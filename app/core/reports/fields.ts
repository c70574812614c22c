import { z } from "zod";
import { parseStoredDate } from "~/platform/dates/date-text";
import { utcIsoDate } from "~/platform/dates/iso-date";

const DATE_NOT_VALID = "must be a date, such as 2026-06-15";
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A date of a report as `YYYY-MM-DD`. Of an instant (ISO 8601), the date in UTC is taken. */
export const reportDate = z
  .string(DATE_NOT_VALID)
  .trim()
  .transform((text, context) => {
    const date = INSTANT.test(text) ? instantDate(text) : text;
    if (date && parseStoredDate(date) === date) return date;
    context.addIssue(DATE_NOT_VALID);
    return z.NEVER;
  });

function instantDate(text: string): string | null {
  const instant = new Date(text);
  return Number.isNaN(+instant) ? null : utcIsoDate(instant);
}

/** A yes or no of a query: `true` or `false`. */
export const queryFlag = z
  .enum(["true", "false"], "must be true or false")
  .transform((value) => value === "true");
