import { TZDate } from "@date-fns/tz";
import { parseInputDateTime } from "~/platform/dates/input-date-time";
import { isoDateOf } from "~/platform/dates/iso-date";

const US_FIRST = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const ISO_FIRST = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;

/**
 * Reads `MM-DD-YYYY HH:mm:ss` in the shop's time zone. Also with slashes, without seconds or time, with AM or PM, as
 * `YYYY-MM-DD HH:mm:ss`, and as an ISO 8601 instant with its own offset.
 * @param wholeDay what a date without a time means: the day's first or last second
 * @returns null for any other text, and for a time that the clocks skip
 */
export function parseEffectiveDate(
  text: string,
  timeZone: string,
  wholeDay: "start" | "end" = "start",
): Date | null {
  const trimmed = text.trim();
  const us = US_FIRST.exec(trimmed);
  if (us) return instantOf([us[3], us[1], us[2], ...timeOf(us, wholeDay)], timeZone);
  const iso = ISO_FIRST.exec(trimmed);
  if (iso) return instantOf([iso[1], iso[2], iso[3], ...timeOf(iso, wholeDay)], timeZone);
  return parseInputDateTime(trimmed.replace(/^(\d{1,2})-(\d{1,2})-(\d{4})/, "$1/$2/$3"), timeZone, wholeDay);
}

/** Whether a text is a date that is left out where the clocks go forward. */
export const isSkippedTime = (text: string, timeZone: string): boolean =>
  parseEffectiveDate(text, timeZone) === null && parseEffectiveDate(text, "UTC") !== null;

const timeOf = ([, , , , hour, minute, second]: RegExpExecArray, wholeDay: "start" | "end") =>
  hour === undefined && wholeDay === "end" ? ["23", "59", "59"] : [hour, minute, second];

function instantOf(parts: readonly (string | undefined)[], timeZone: string): Date | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  if (!isoDateOf(year, month, day) || year < 1900 || hour > 23 || minute > 59 || second > 59) return null;
  const local = new TZDate(year, month - 1, day, hour, minute, second, timeZone);
  const isSkipped = local.getHours() !== hour || local.getMinutes() !== minute;
  return isSkipped ? null : new Date(+local);
}
