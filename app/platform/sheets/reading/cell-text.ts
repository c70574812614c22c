import { SSF } from "xlsx";

/** How the numbers of a cell's format are to be read. */
export type NumberFormat = { kind: "number" } | { kind: "date" } | { kind: "written"; format: string };

const PLAIN: NumberFormat = { kind: "number" };

/** The parts of a number format that aren't digits: quoted and escaped characters, colors and conditions, padding. */
const DECORATION = /"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g;
/** A format that fills up with zeros before the decimal point: 00000, 000-00-0000, "No. "0000. */
const FILLS_UP = /^[^.]*0[-() /]*0/;
/** A point or comma between two digits, also quoted or escaped. An amount has one of them, an id such as 000.000.000 has several. */
const SEPARATOR = /[0?](?:\\|")?[.,]"?(?=[0?])/g;
const IS_DATE = /[yd]|m{3}/i;

/** Excel refuses a longer one (characters). The time for the patterns grows with the square of the length. */
const LONGEST_FORMAT = 255;

/**
 * What a number format makes of a number. A date's format makes it a date; one that fills up with leading zeros is part of the
 * value (an AS400 id of `000123`), unless it is an amount's (`00.000`); every other only decorates it.
 */
export function numberFormat(code: string): NumberFormat {
  if (code.length > LONGEST_FORMAT) return PLAIN;
  const digits = (code.split(";")[0] ?? "").replaceAll(DECORATION, "");
  if (SSF.is_date(code)) return IS_DATE.test(digits) ? { kind: "date" } : { kind: "written", format: code };
  const isAmount = code.split(";").some((section) => section.match(SEPARATOR)?.length === 1);
  return FILLS_UP.test(digits) && !/[#,%Ee]/.test(digits) && !isAmount
    ? { kind: "written", format: code }
    : PLAIN;
}

/** A number as the text that is imported. @param date1904 the workbook counts its days from 1904, as old Macs did */
export function numberText(value: number, format: NumberFormat, date1904: boolean): string {
  if (!Number.isFinite(value)) return "";
  if (format.kind === "date") return dateText(value, date1904) ?? plainNumber(value);
  if (format.kind === "written") return SSF.format(format.format, value, { date1904 }).trim();
  return plainNumber(value);
}

const DAY_SECONDS = 86_400;

/** `YYYY-MM-DD`, with ` HH:mm:ss` where the number has a time of day. Null for a number that isn't a date. */
function dateText(value: number, date1904: boolean): string | null {
  if (Number.isInteger(value)) return dayText(value, date1904);
  // The nearest second: as a fraction of a day, most times of day aren't exact.
  const seconds = Math.round(value * DAY_SECONDS);
  const day = Math.floor(seconds / DAY_SECONDS);
  const text = dayText(day, date1904);
  const time = seconds - day * DAY_SECONDS;
  return text && time > 0 ? `${text} ${timeText(time)}` : text;
}

const timeText = (seconds: number): string =>
  [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(":");

/** Days repeat: a hundred thousand rows name some thousand of them. */
const knownDays = new Map<number, string | null>();

function dayText(dayNumber: number, date1904: boolean): string | null {
  const day = dayNumber + (date1904 ? 1_462 : 0);
  const cachedDay = knownDays.get(day);
  if (cachedDay !== undefined) return cachedDay;
  const text = readDay(day);
  if (knownDays.size < 50_000) knownDays.set(day, text);
  return text;
}

function readDay(value: number): string | null {
  const day = SSF.parse_date_code(value);
  if (!day || day.y < 1900 || day.y > 9999) return null;
  return `${day.y}-${twoDigits(day.m)}-${twoDigits(day.d)}`;
}

const twoDigits = (number: number) => String(number).padStart(2, "0");

const decimal = new Intl.NumberFormat("en-US", { useGrouping: false, maximumFractionDigits: 20 });

/** Without an exponent, and with the 15 digits that a spreadsheet shows: 0.1 + 0.2 is 0.3 there. */
function plainNumber(value: number): string {
  const shown = Number.isInteger(value) ? value : Number(value.toPrecision(15));
  const text = String(shown);
  return text.includes("e") ? decimal.format(shown) : text;
}

const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z?$/;

/** An xlsx cell whose date is text, `2026-12-01` or `2026-12-01T14:00:00.000`, in the form of the other dates. */
export function isoCellText(value: string): string {
  const instant = ISO_DATE_TIME.test(value) ? Date.parse(`${value.replace("Z", "")}Z`) : Number.NaN;
  if (Number.isNaN(instant)) return value.slice(0, 10);
  const text = new Date(Math.round(instant / 1_000) * 1_000).toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, 19).replace("T", " ");
}

/** A yes or no as the spreadsheet shows it. */
export const booleanText = (value: boolean): string => (value ? "TRUE" : "FALSE");

/** Stands for a formula's result that the file doesn't have. Programs that write files without calculating them leave it out. */
export const NO_RESULT = "#NO_RESULT!";
