import { TZDate } from "@date-fns/tz";
import { parseInputDateTime } from "~/platform/dates/input-date-time";
import { addIsoDays, isoDateOf, weekdayOf } from "~/platform/dates/iso-date";
import type { Cents } from "~/platform/money/cents";
import { decimalsOf, parseDecimal, readAmount, toUnits } from "~/platform/money/decimal";

/**
 * The states of a scheduled price. `paused`: it isn't applied until it is resumed. `applying`: its job has started. `failed`: at least
 * one of its variants doesn't have the price. `ended`: its end date has passed, and no variant has the price any longer because of it.
 * `canceled`: it or its import was canceled before the price was due, or its import was undone after it failed and none of its variants
 * had it any longer.
 * `rolled back`: it was undone afterward.
 */
export const PRICE_STATES = [
  "scheduled",
  "paused",
  "applying",
  "applied",
  "ended",
  "failed",
  "canceled",
  "rolled back",
] as const;

export type PriceState = (typeof PRICE_STATES)[number];

/**
 * The states of one of its variants. `sending` and `restoring`: the change may have been sent to Shopify. `restored`: it has its
 * earlier price again. `kept`: its price was changed since, so that it kept the changed one at the end date or the undo.
 */
export type VariantState = "waiting" | "sending" | "applied" | "failed" | "restoring" | "restored" | "kept";

const US_FIRST = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

const ISO_FIRST = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;

/** As JavaScript writes it. In UTC, 12-31-9999 may be in a year of five digits. */
const INSTANT = /^(?:\+0\d{5}|\d{4})-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const LATEST_YEAR = 9999;

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
  if (INSTANT.test(trimmed)) {
    const instant = new TZDate(Date.parse(trimmed), timeZone);
    return instant.getFullYear() <= LATEST_YEAR ? new Date(+instant) : null;
  }
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
  const hasTime = parts[3] !== undefined;
  if (!isoDateOf(year, month, day) || year < 1900 || hour > 23 || minute > 59 || second > 59) return null;
  const local = new TZDate(year, month - 1, day, hour, minute, second, timeZone);
  // A date alone begins at its first moment, also where the clocks skip midnight.
  const isSkipped = hasTime && (local.getHours() !== hour || local.getMinutes() !== minute);
  return isSkipped ? null : new Date(+local);
}

const LONGEST_MONTH = 31;

/** The weeks of a month, `YYYY-MM`, from Sunday to Saturday: days as `YYYY-MM-DD`, and null for those of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const daysOfMonth = Array.from({ length: LONGEST_MONTH }, (_, index) => addIsoDays(first, index)).filter(
    (day) => day.startsWith(month),
  );
  const days = [...Array.from({ length: weekdayOf(first) }, () => null), ...daysOfMonth];
  const weeks: (string | null)[][] = [];
  for (let start = 0; start < days.length; start += 7)
    weeks.push(Array.from({ length: 7 }, (_, index) => days[start + index] ?? null));
  return weeks;
}

/** Prices are below this many units of the currency. */
export const PRICE_LIMIT = 100_000_000;

/** A price as it will be stored. */
interface ParsedPrice {
  cents: Cents;
  /** It had more decimals than the currency has. */
  isRounded: boolean;
}

/** A price that a person or a program wrote, rounded half up to the decimals of the currency. Null for anything else. */
export function readPrice(written: unknown, currency: string): ParsedPrice | null {
  const text = readAmount(written);
  if (text === null) return null;
  const price = parseDecimal(text, currency, "round");
  const extraDigits = (text.split(".")[1] ?? "").slice(decimalsOf(currency));
  return toUnits(price, currency) < PRICE_LIMIT
    ? { cents: price, isRounded: /[1-9]/.test(extraDigits) }
    : null;
}

/** By how much a price changes, in percent with one decimal and its sign. Null from a price of 0. */
export function changePercent(before: number, after: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((after - before) / before) * 1000) / 10;
  return `${percent > 0 ? "+" : ""}${percent.toFixed(1)}%`;
}

/** Specified texts. Don't change them. */
export const SKU_NOT_VALID = "Sku not valid.";

export const PRICE_NOT_VALID = "Price not valid.";

export const DATE_NOT_VALID = "Date not valid.";

/** Of fields for which the specification has no text. */
export const END_NOT_VALID = "End date not valid. It must be after the effective date.";

export const COMPARE_AT_NOT_VALID = "Compare At Price not valid.";

const NONE_TODAY = "No price is left that starts today.";
const NONE_TODAY_OF_THESE = "No price that starts today matches.";

/** What the list says under "No Records Found". */
export const emptyHint = (search: string, state?: PriceState, starts?: "today"): string => {
  if (starts) return search || state ? NONE_TODAY_OF_THESE : NONE_TODAY;
  if (search && state) return `No ${state} price has “${search}” in its SKU. Clear the search and the state.`;
  if (search) return `No scheduled price has “${search}” in its SKU. Clear the search to see them all.`;
  return state
    ? `No price is ${state}. Choose all states to see the others.`
    : "Choose prices in the price workbench, or import a file. Each price is listed here with its date and its state.";
};

/** The name of their list. */
export const PRICES_LIST = "price-schedules";
