import type { CellValue } from "./spreadsheet";

/** What a CSV file is served as. */
export const CSV = "text/csv; charset=utf-8";

/** Without it, Excel takes the bytes for an older encoding than UTF-8. */
export const CSV_BEGIN = "\uFEFF";

/** A spreadsheet runs a text that begins with one of these as a formula. */
const LOOKS_LIKE_FORMULA = /^[=+\-@\t\r]/;

const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Rows as lines of a CSV file (RFC 4180). Spreadsheets guess what the text of a CSV file is, so a text that looks like a formula gets an
 * apostrophe, which they show as text. Numbers stay as they are.
 */
export const csvLines = (rows: readonly (readonly CellValue[])[]): string =>
  rows.map((row) => `${row.map(fieldOf).join(",")}\r\n`).join("");

function fieldOf(value: CellValue): string {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = LOOKS_LIKE_FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
