import { isoDateOf } from "~/platform/dates/iso-date";
import type { ImportField, ImportFieldKind } from "./import-form";

/**
 * How the dates or numbers of a column are written, where that can be read in more than one way. It is chosen for a whole column:
 * a single cell is often ambiguous.
 */
export const COLUMN_FORMATS = ["month-first", "day-first", "decimal-point", "decimal-comma"] as const;
export type ColumnFormat = (typeof COLUMN_FORMATS)[number];

/** For each column, in the file's order, its format; null where none was chosen. */
export type ColumnFormats = readonly (ColumnFormat | null)[];

export const FORMAT_LABELS: Record<ColumnFormat, string> = {
  "month-first": "Month first: 12/31/2026",
  "day-first": "Day first: 31/12/2026",
  "decimal-point": "Decimal point: 1,234.56",
  "decimal-comma": "Decimal comma: 1.234,56",
};

const FORMATS_OF: Partial<Record<ImportFieldKind, readonly ColumnFormat[]>> = {
  date: ["month-first", "day-first"],
  money: ["decimal-point", "decimal-comma"],
};

/** The formats that a field's column can have; none where its cells read in one way only. */
export const formatsOf = ({ kind }: Pick<ImportField, "kind">): readonly ColumnFormat[] =>
  FORMATS_OF[kind] ?? [];

const READERS: Record<ColumnFormat, (text: string) => string | null> = {
  "month-first": (text) => readDay(text, (first, second) => [first, second]),
  "day-first": (text) => readDay(text, (first, second) => [second, first]),
  "decimal-point": (text) => readNumber(text, ".", ","),
  "decimal-comma": (text) => readNumber(text, ",", "."),
};

/** Reads a cell in a format: a day as YYYY-MM-DD, a number as decimal text. Null when it isn't written like this. */
export const readInFormat = (format: ColumnFormat, text: string): string | null => READERS[format](text);

/** One point that may group thousands: 1.234. After nothing but zeros, it is the decimal point: 0.750. */
const MAY_GROUP = /^(?!0+\.)\d{1,3}\.\d{3}$/;

/** In a workbook's column of decimal commas, 19.995 is either a number with a decimal point, or a text of almost twenty thousand. */
export const isAmbiguousInWorkbook = (format: ColumnFormat | null, text: string): boolean =>
  format === "decimal-comma" && MAY_GROUP.test(text);

/** The other formats in which a cell holds another value than now. A negative amount is left out: no import takes one. */
export function otherFormats(
  field: Pick<ImportField, "kind">,
  text: string,
  current: ColumnFormat | null,
  isWorkbook = false,
): ColumnFormat[] {
  const valueNow = (current && readInFormat(current, text)) ?? text;
  return formatsOf(field).filter((format) => {
    if (isWorkbook && isAmbiguousInWorkbook(format, text)) return false;
    const value = readInFormat(format, text);
    return value !== null && value !== valueNow && !value.startsWith("-");
  });
}

/** A day, also with a time behind it. The time is left out. */
export const WRITTEN_DAY = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?: \d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?)?$/i;

function readDay(text: string, order: (first: number, second: number) => [number, number]): string | null {
  const match = WRITTEN_DAY.exec(text);
  if (!match) return null;
  const [month, day] = order(Number(match[1]), Number(match[3]));
  return isoDateOf(Number(match[4]), month, day);
}

/** Currency signs and codes around a number, and the spaces and apostrophes that some countries group digits with. */
const DECORATION = /^(?:\p{Sc}|[A-Z]{3})?\s*(-?)\s*(?:\p{Sc})?\s*(.+?)\s*(?:\p{Sc}|[A-Z]{3})?$/u;

/** Longer than any amount is written. The time for the decoration grows with the square of the length. */
const LONGEST_NUMBER = 100;

function readNumber(text: string, decimal: "." | ",", group: "." | ","): string | null {
  if (text.length > LONGEST_NUMBER) return null;
  const [, sign = "", digits = ""] = DECORATION.exec(text.trim()) ?? [];
  const plain = digits.replace(/(?<=\d)[\s'’](?=\d{3}(?:\D|$))/gu, "");
  // A spreadsheet writes its own numbers with a point, so "12.5" is a decimal in every column.
  if (/^\d+(?:\.\d+)?$/.test(plain) && !MAY_GROUP.test(plain)) return sign + plain;
  const escaped = { ".": "\\.", ",": "," };
  const shape = new RegExp(
    `^((?!0+\\D)\\d{1,3}(?:${escaped[group]}\\d{3})+|\\d+)(?:${escaped[decimal]}(\\d+))?$`,
  );
  const match = shape.exec(plain);
  if (!match) return null;
  const whole = (match[1] ?? "").replaceAll(group, "");
  return sign + (match[2] ? `${whole}.${match[2]}` : whole);
}
