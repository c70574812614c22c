import { type Fact, factAt, type ReadLine, textOf } from "./reading";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** A digit, or a letter that is read instead of one. */
const D = "[0-9OoIl|]";
const MONTH = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?";

interface Form {
  pattern: RegExp;
  /** @returns year, month and day as they are written */
  parts(match: readonly string[]): [string, string, string];
}

const FORMS: readonly Form[] = [
  {
    pattern: new RegExp(
      `(?<![\\w/.-])(2${D}{3})\\s?([-/.])\\s?(${D}{1,2})\\s?\\2\\s?(${D}{1,2})(?![\\w/])`,
      "g",
    ),
    parts: ([, year = "", , month = "", day = ""]) => [year, month, day],
  },
  {
    pattern: new RegExp(
      `(?<![\\w/.-])(${D}{1,2})\\s?([-/.])\\s?(${D}{1,2})\\s?\\2\\s?(2${D}{3}|${D}{2})(?![\\w/])`,
      "g",
    ),
    // A point separates day and month where days come first.
    parts: ([, first = "", separator, second = "", year = ""]) =>
      separator === "." || Number(digitsOf(first)) > 12 ? [year, second, first] : [year, first, second],
  },
  {
    pattern: new RegExp(`(?<!\\w)${MONTH}\\s*(${D}{1,2})(?:st|nd|rd|th)?[,.]?\\s*(2${D}{3})(?!\\w)`, "gi"),
    parts: ([, month = "", day = "", year = ""]) => [year, monthOf(month), day],
  },
  {
    pattern: new RegExp(
      `(?<!\\w)(${D}{1,2})(?:st|nd|rd|th)?[\\s.-]*${MONTH}[\\s,.'-]*(2${D}{3}|${D}{2})(?![\\w:])`,
      "gi",
    ),
    parts: ([, day = "", month = "", year = ""]) => [year, monthOf(month), day],
  },
];

const digitsOf = (text: string): string => text.replace(/[Oo]/g, "0").replace(/[Il|]/g, "1");

const monthOf = (name: string): string => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);

/** YYYY-MM-DD. Undefined for a day that no calendar has. */
function dayOf(written: readonly [string, string, string]): string | undefined {
  const [year = 0, month = 0, day = 0] = written.map((part) => Number(digitsOf(part)));
  const date = new Date(Date.UTC(year < 100 ? 2_000 + year : year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : undefined;
}

/** Dates of something else than the purchase. */
const OTHER =
  /return|refund|exchange|expir|\bexp\b|valid|until|through|\bthru\b|before|deliver|arriv|ship|member|since|birth|warrant|survey|coupon|offer|policy|copyright|\u00a9/i;
const LABELED = /date|purchas|sold|order|invoice|datum/i;
const TIME = /\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\s*(?:[ap]\.?m)?/i;

/** The dates on a receipt that may be the purchase's, the likeliest first. */
export function findDates(lines: readonly ReadLine[]): Fact[] {
  const found = lines.flatMap((line, index) => {
    const text = textOf(line);
    if (OTHER.test(text)) return [];
    return FORMS.flatMap(({ pattern, parts }) =>
      [...text.matchAll(pattern)].flatMap((match) => {
        const value = dayOf(parts(match));
        if (!value) return [];
        const rest = text.slice(0, match.index) + text.slice(match.index + match[0].length);
        const rank = (LABELED.test(rest) ? 2 : 0) + (TIME.test(rest) ? 1 : 0);
        return [{ ...factAt(line, value, match.index, match.index + match[0].length), rank, index }];
      }),
    );
  });
  return found
    .toSorted((a, b) => b.rank - a.rank || a.index - b.index)
    .map(({ value, confidence, place }) => ({ value, confidence, place }));
}
