import { storableText } from "~/platform/contract/storable-text";
import { addIsoDays, EARLIEST_YEAR, isoDateOf } from "~/platform/dates/iso-date";
import { NO_RESULT } from "~/platform/sheets/reading/cell-text";
import { cleanIdentifier, uncleanCharacters } from "~/platform/text/identifier";
import {
  type ColumnFormat,
  isAmbiguousInWorkbook,
  otherFormats,
  readInFormat,
  WRITTEN_DAY,
} from "./column-format";
import type { ImportField } from "./import-form";
import { IMPORT_LIMITS } from "./limits";

/** What a cell holds, or why it cannot be taken: what is wrong and what to do, one sentence. Remarks are worth a look. */
export type ReadCell = { value: string; remarks?: string[] } | { problem: string };

/**
 * Reads a cell that is not blank.
 * @param format how its column's dates or numbers are written; null where none was chosen
 * @param isWorkbook the file is a workbook, whose own numbers have a decimal point in columns of every format
 */
export function readCell(
  field: ImportField,
  cell: string,
  format: ColumnFormat | null = null,
  isWorkbook = false,
): ReadCell {
  const { label, kind, maxLength = 255 } = field;
  const isIdentifier = kind !== "text" || field.isIdentifier === true;
  const marked = isIdentifier ? cleanIdentifier(cell) : cell.trim();
  const text = marked.replace(TEXT_MARK, "");
  if (text === "")
    return no(
      `${label} has only invisible characters. Fill it in${field.isRequired ? "" : ", or empty the cell"}.`,
    );
  if (text.length > maxLength)
    return no(`${label} has ${text.length} characters; at most ${maxLength} can be kept. Shorten it.`);
  if (kind !== "tags" && /[\r\n\t]/.test(text)) return no(`${label} must be on one line.`);
  if (text === NO_RESULT)
    return no(
      `${label} is a formula without a stored result. Open the file in your spreadsheet program, save it, and choose it again. Or enter the value here.`,
    );
  if (FORMULA_ERROR.test(text))
    return no(`${label} ${shown(text)} is the error of a formula that failed. Write the value itself.`);
  const read = READERS[kind](text, field, format, isWorkbook);
  if ("problem" in read) return read;
  const problem = field.valueProblem?.(read.value);
  if (problem) return no(`${label} ${shown(text)} ${problem}`);
  const remarks = read.remarks ?? [];
  if (isIdentifier) remarks.push(...identifierRemarks(field, cell, text, isWorkbook));
  if (text.includes("\uFFFD"))
    remarks.push(`${label} ${shown(text)} has a character that couldn't be read (\uFFFD). Correct it.`);
  return remarks.length > 0 ? { ...read, remarks } : read;
}

/** A number that a spreadsheet shortened, such as 1.23457E+12. */
const SCIENTIFIC = /^\d[.,]\d+E[+-]?\d{1,3}$|^\dE\+\d{1,3}$/i;
const WHOLE_VALUE =
  "Enter the whole value here, or format the column as text in the spreadsheet, enter it there, and choose the file again.";
/** More digits than a spreadsheet keeps of a number, the last ones zeros. */
const LOST_DIGITS = /^[1-9]\d{14}0+$/;

/** What may be wrong with a value that identifies something, although it can be stored. */
function identifierRemarks(
  { label, kind }: ImportField,
  cell: string,
  text: string,
  isWorkbook: boolean,
): string[] {
  const remarks: string[] = [];
  const unclean = uncleanCharacters(cell);
  if (unclean)
    remarks.push(
      `${label} ${shown(text)} had invisible or unusual characters (${unclean}), which are cleaned.`,
    );
  if (kind !== "text") return remarks;
  if (SCIENTIFIC.test(text))
    remarks.push(
      `${label} ${shown(text)} looks like a number that a spreadsheet shortened, so that digits are lost. ${WHOLE_VALUE}`,
    );
  else if (isWorkbook && LOST_DIGITS.test(text))
    remarks.push(
      `${label} ${shown(text)} has more than the 15 digits that a spreadsheet keeps of a number. Compare it. ${WHOLE_VALUE}`,
    );
  return remarks;
}

/**
 * The apostrophe that keeps a cell a text in spreadsheets: Shopify's exports write it before a phone number or an id, and Backroom's
 * CSV files before what looks like a formula. Before a digit and letters, as in "'90s", it belongs to the text.
 */
const TEXT_MARK = /^'(?=[=+\-@]|[(\d]\P{L}*$)/u;

/** What a spreadsheet shows in place of a value that it could not work out. */
const FORMULA_ERROR =
  /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|GETTING_DATA)$/i;

const no = (problem: string): ReadCell => ({ problem });
const shown = (text: string) => `"${text.length > 60 ? `${storableText(text.slice(0, 60))}…` : text}"`;

type Reader = (
  text: string,
  field: ImportField,
  format: ColumnFormat | null,
  isWorkbook: boolean,
) => ReadCell;

const READERS: Record<ImportField["kind"], Reader> = {
  text: (text) => ({ value: text }),
  email: (text, { label }) => {
    const address = normalEmail(text);
    return EMAIL.test(address)
      ? { value: address }
      : no(`${label} ${shown(text)} isn't a valid email address.`);
  },
  digits: (text, { label }) =>
    SCIENTIFIC.test(text)
      ? no(
          `${label} ${shown(text)} is a number that a spreadsheet shortened, so that digits are lost. ${WHOLE_VALUE}`,
        )
      : /^\d+$/.test(text)
        ? { value: text }
        : no(`${label} ${shown(text)} must be digits only, or empty.`),
  consent: (text, { label }) => {
    const answer = CONSENT.get(text.toLowerCase());
    return answer ? { value: answer } : no(`${label} ${shown(text)} must be Yes or No (or 1 or 0).`);
  },
  choice: (text, { label, choices = [], choiceAliases }) => {
    const name = (choiceAliases?.get(text.toLowerCase()) ?? text).toLowerCase();
    const choice = choices.find((candidate) => candidate.toLowerCase() === name);
    return choice ? { value: choice } : no(`${label} ${shown(text)} must be one of ${choices.join(", ")}.`);
  },
  // An amount in no format is left to its import, which knows the currency and has a sentence for it.
  money: (text, { label }, format, isWorkbook) =>
    isWorkbook && isAmbiguousInWorkbook(format, text)
      ? no(
          `${label} ${shown(text)} can be read in two ways. Choose “Decimal point” for this column, or enter it as text with a decimal comma.`,
        )
      : { value: (format && readInFormat(format, text)) ?? text },
  date: readDate,
  tags: readTags,
};

/** A basic email address with a top-level domain of 2 to 15 letters. */
const EMAIL = /^[^\s@,;:<>()[\]\\"\uFFFD]+@(?:[^\s@.,;:<>()[\]\\"\uFFFD]+\.)+[a-z]{2,15}$/i;

/** Addresses that differ in capitals or in spaces are one person's. */
export const normalEmail = (text: string): string => cleanIdentifier(text).replace(/\s+/g, "").toLowerCase();

const CONSENT = new Map(
  [
    ["1", ["1", "yes", "y", "true", "x", "✓", "subscribed"]],
    ["0", ["0", "no", "n", "false", "unsubscribed", "not_subscribed"]],
  ].flatMap(([value, words]) => (words as string[]).map((word) => [word, value as string])),
);

/** Excel counts days from here. Its day 60, February 29, 1900, never existed, so later days are one higher. */
const EXCEL_EPOCH = "1899-12-30";
/** 18 May 1927 to 31 December 2099: five digits, so a year alone is never taken for a day. */
const EXCEL_DAYS = { first: 10_000, last: 73_050 };
/** Other years are probably typos. */
const USUAL_YEARS = { first: 1900, last: 2199 };

/** As ISO 8601 writes it, or as some countries do: 2026/9/1. Only one day is meant. */
const YEAR_FIRST = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Hundreds of thousands of cells are dates, so this is plain arithmetic. A library takes ten times as long. */
function readDate(text: string, field: ImportField, format: ColumnFormat | null): ReadCell {
  const { label } = field;
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst)
    return day(isoDateOf(Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4])), text, label);
  const serial = /^\d{5}(?:\.\d+)?$/.test(text) ? Math.floor(Number(text)) : Number.NaN;
  if (serial >= EXCEL_DAYS.first && serial <= EXCEL_DAYS.last)
    return { value: addIsoDays(EXCEL_EPOCH, serial) };
  // Without a choice, only slashes mean the month first, as the console itself writes days.
  if (format || text.includes("/")) {
    const read = readInFormat(format ?? "month-first", text);
    if (read) return day(read, text, label);
  }
  if (WRITTEN_DAY.test(text) && (format || text.includes("/"))) return day(null, text, label);
  if (/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(text))
    return no(
      otherFormats(field, text, format).length === 1
        ? `${label} ${shown(text)} isn't written with the month first. Choose how this column's dates are written, or write it as MM/DD/YYYY.`
        : `${label} ${shown(text)} can be read in more than one way. Write it as MM/DD/YYYY or YYYY-MM-DD.`,
    );
  return no(`${label} ${shown(text)} isn't a valid date. Use MM/DD/YYYY or YYYY-MM-DD.`);
}

function day(isoDate: string | null, text: string, label: string): ReadCell {
  if (!isoDate)
    return no(`${label} ${shown(text)} doesn't exist in the calendar. Write it as MM/DD/YYYY or YYYY-MM-DD.`);
  const year = Number(isoDate.slice(0, 4));
  if (year < EARLIEST_YEAR)
    return no(
      `${label} ${shown(text)} is before the year ${EARLIEST_YEAR}. Write the year with four digits.`,
    );
  if (year >= USUAL_YEARS.first && year <= USUAL_YEARS.last) return { value: isoDate };
  return { value: isoDate, remarks: [`${label} ${shown(text)} has an unusual year. Check it.`] };
}

/** Shopify's own limits of a customer's tags. */
const TAG_LENGTH = 255;
const TAGS = 250;

function readTags(text: string, { label }: ImportField): ReadCell {
  const tags = [
    ...new Map(text.split(/[,\r\n]/).map((tag) => [tag.trim().toLowerCase(), tag.trim()])).values(),
  ];
  const filled = tags.filter((tag) => tag !== "");
  if (filled.some((tag) => tag.length > TAG_LENGTH))
    return no(`${label}: a tag has at most ${TAG_LENGTH} characters. Separate them by commas.`);
  if (filled.length > TAGS) return no(`${label}: at most ${TAGS} tags can be added per row.`);
  return { value: filled.join(", ") };
}

/** Why a cell can't be read at all, or null. */
export const cellProblem = (
  text: string,
  heading: string,
  limit: number = IMPORT_LIMITS.cell,
): string | null =>
  text.length > limit
    ? `The cell under ${shown(heading)} has more than ${limit.toLocaleString("en-US")} characters. Shorten it.`
    : null;
