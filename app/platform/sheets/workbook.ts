import { type CellObject, utils, type WorkBook, type WorkSheet, write } from "xlsx";
import { type CellValue, REPORT_HEADER_ROW, type Sheet, type SheetFrame } from "./spreadsheet";

/** The first of a report's lines. */
const FIRST_LINE_ROW = 3;

/**
 * Writes a sheet and those after it as an xlsx file. Text is never a formula, whatever it starts with
 * (`tests/guarantees/promises/r15-exports.ts`).
 * The library is large. Load this module only when a file is requested.
 */
export function toXlsx({ more = [], ...first }: Sheet): ArrayBuffer {
  const book = utils.book_new();
  for (const sheet of [first, ...more]) appendSheet(book, sheet);
  // Shared strings are the one kind of cell that is text to every program, never the outcome of a formula.
  return write(book, { type: "array", bookType: "xlsx", compression: true, bookSST: true });
}

function appendSheet(book: WorkBook, { name, columns, report, rows }: Sheet): void {
  const titles = columns.map(({ title }) => title);
  const above = report ? linesAbove(report) : [];
  const cells = [...above, titles, ...rows].map((row) => row.map((value) => cellOf(value)));
  const sheet: WorkSheet = utils.aoa_to_sheet(cells);
  sheet["!cols"] = columns.map(({ width }) => ({ wch: width }));
  if (report && columns.length > 1)
    sheet["!merges"] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: columns.length - 1 } }];
  // Excel takes sheet names of 31 characters, without these.
  const sheetName = cellText(name)
    .replace(/[\\/?*[\]:]/g, " ")
    .slice(0, 31);
  utils.book_append_sheet(book, sheet, sheetName);
}

/** Everything above the columns' titles, row by row. */
function linesAbove({ title, lines }: NonNullable<SheetFrame["report"]>): CellValue[][] {
  const rows: CellValue[][] = Array.from({ length: REPORT_HEADER_ROW - 1 }, () => []);
  rows[0] = [title];
  lines.forEach((line, index) => {
    rows[FIRST_LINE_ROW - 1 + index] = [line];
  });
  return rows;
}

/** The format "text" keeps a cell text when it is edited or saved in another format, and keeps the zeros of `000123`. */
function cellOf(value: CellValue): CellObject | null {
  if (value === "") return null;
  return typeof value === "number" ? { t: "n", v: value } : { t: "s", v: cellText(value), z: "@" };
}

/** Excel refuses files with longer texts. */
const LONGEST_TEXT = 32_767;

/**
 * What XML cannot hold, not even escaped (https://www.w3.org/TR/xml/#charsets), and half a surrogate pair. A file with one of
 * them is broken for every program.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not come out
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** Spreadsheets read `_x000D_` as the character of that number, so the `_` of such a text is escaped. */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** Most texts are plain: nothing of them has to be looked at more closely. */
const PLAIN = /^[ -^`-~]*$/;

/**
 * A text that a cell can hold: without invalid characters, and not longer than Excel allows. It is otherwise unchanged,
 * also when it starts like a formula, because the cell's type makes it a text.
 */
export function cellText(text: string): string {
  if (text.length <= LONGEST_TEXT && PLAIN.test(text)) return text;
  return cut(text.replace(NOT_IN_XML, "\uFFFD")).replace(LOOKS_ESCAPED, "_x005F_");
}

/** Not in the middle of an emoji. */
function cut(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const last = text.charCodeAt(LONGEST_TEXT - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? LONGEST_TEXT - 1 : LONGEST_TEXT);
}
