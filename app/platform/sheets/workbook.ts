import { type CellObject, utils, write } from "xlsx";

/** A sheet as it is downloaded: a header row, then the rows. */
export interface Sheet {
  name: string;
  columns: readonly { title: string; width: number }[];
  rows: readonly (readonly (string | number)[])[];
}

/**
 * Writes a sheet as an xlsx file. Text is text: nothing that somebody typed into a name is ever a formula (guarantee R15).
 * The library is large; load this module when somebody asks for a file.
 */
export function toXlsx({ name, columns, rows }: Sheet): ArrayBuffer {
  const cells = [columns.map(({ title }) => title), ...rows].map((row) => row.map(cellOf));
  const sheet = utils.aoa_to_sheet(cells);
  sheet["!cols"] = columns.map(({ width }) => ({ wch: width }));
  const book = utils.book_new();
  // Excel takes sheet names of 31 characters, without these.
  utils.book_append_sheet(book, sheet, name.replace(/[\\/?*[\]:]/g, " ").slice(0, 31));
  return write(book, { type: "array", bookType: "xlsx", compression: true });
}

/** How a spreadsheet begins what it would calculate. */
const LOOKS_LIKE_A_FORMULA = /^[=+\-@\t\r]/;
/** Excel refuses files with longer texts. */
const LONGEST_TEXT = 32_767;

function cellOf(value: string | number): CellObject {
  if (typeof value === "number") return { t: "n", v: value };
  const text: CellObject = { t: "s", v: value.slice(0, LONGEST_TEXT) };
  // The format "text" keeps it text also when somebody edits the cell or saves the sheet as another kind of file.
  return LOOKS_LIKE_A_FORMULA.test(value) ? { ...text, z: "@" } : text;
}
