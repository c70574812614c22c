import type { CellValue } from "./spreadsheet";

/** What a CSV file is served as. */
export const CSV = "text/csv; charset=utf-8";

/** Without it, Excel takes the bytes for an older encoding than UTF-8. */
export const CSV_BEGIN = "\uFEFF";

/**
 * Where a spreadsheet may begin a cell that it runs as a formula: at the beginning of a text. One whose separator isn't the comma sees no
 * quotation marks in the middle of its own cells, and begins one after its separator and after a line break.
 */
const BEFORE_FORMULA = /^(?=[=+\-@\t\r])|(?<=[;\t\r\n]"*)(?=[=+\-@])/g;

/** The apostrophe that `csvLines` writes there. One at the beginning of a text is left to the reader of its field. */
const WRITTEN_MARK = /(?<=[;\t\r\n]"*)'(?=[=+\-@])/g;

/** A text of a CSV file without the apostrophes that `csvLines` writes within it, so that an untouched export is imported unchanged. */
export const withoutMarks = (text: string): string =>
  text.includes("'") ? text.replaceAll(WRITTEN_MARK, "") : text;

const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Rows as lines of a CSV file (RFC 4180). Spreadsheets guess what the text of a CSV file is, so what looks like a formula gets an
 * apostrophe, which they show as text. Numbers stay as they are.
 */
export const csvLines = (rows: readonly (readonly CellValue[])[]): string =>
  rows.map((row) => `${row.map(fieldOf).join(",")}\r\n`).join("");

function fieldOf(value: CellValue): string {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = value.replace(BEFORE_FORMULA, "'");
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
