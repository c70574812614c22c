import { type CellObject, CFB, read, type WorkBook } from "xlsx";
import { booleanText, type NumberFormat, numberFormat, numberText } from "./cell-text";
import { isSoundCompoundFile } from "./compound-file";
import { damaged, SHEET_LIMITS, SheetProblem } from "./problem";
import type { TakeRow } from "./row";
import { decodeBytes, type TextEncodingName } from "./text-encodings";
import { readXlsRecords } from "./xls-records";

/** Rows above the headings, such as a title. */
const ROWS_ABOVE = 100;

/**
 * Reads the first sheet of a file of Excel 5 to 2003.
 * @throws SheetProblem when it is damaged or needs a password
 */
export function readXls(bytes: Uint8Array, takeRow: TakeRow): void {
  if (bytes.length > SHEET_LIMITS.xlsBytes) {
    throw new SheetProblem("An xls file may be at most 16 MB. Save it as xlsx, and choose the new file.");
  }
  const { book, encoding } = open(bytes);
  const visible = book.Workbook?.Sheets?.findIndex(({ Hidden }) => !Hidden) ?? 0;
  const sheet = book.Sheets[book.SheetNames[Math.max(0, visible)] ?? ""];
  const rows = sheet?.["!data"];
  if (!rows) throw damaged();
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  const formats = new Map<string, NumberFormat>();
  const formatOf = (code: string) => {
    const format = formats.get(code) ?? numberFormat(code);
    formats.set(code, format);
    return format;
  };
  // Not by index: a damaged file can place a row at four billion.
  rows.forEach((cells, index) => {
    const texts: string[] = [];
    cells?.forEach((cell, column) => {
      if (column <= SHEET_LIMITS.columns) texts[column] = textOf(cell, formatOf, date1904, encoding);
    });
    takeRow({ number: index + 1, cells: Array.from(texts, (text) => text ?? "") });
  });
}

function open(bytes: Uint8Array): { book: WorkBook; encoding: TextEncodingName | null } {
  try {
    if (!isSoundCompoundFile(bytes)) throw damaged();
    const file = CFB.read(bytes, { type: "array" });
    // An xlsx file with a password is packed into the kind of file that xls is.
    if (CFB.find(file, "/EncryptedPackage")) throw needsPassword();
    const records = readXlsRecords(file);
    if (!records) throw damaged();
    if (records.encoding === undefined)
      throw new SheetProblem(
        "The texts of this old xls file are in a code page that can't be read. Open it in your spreadsheet program, save it as xlsx, and choose the new file.",
      );
    const book = read(bytes, {
      type: "array",
      dense: true,
      sheetRows: SHEET_LIMITS.rows + ROWS_ABOVE,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellNF: true,
    });
    return { book, encoding: records.encoding };
  } catch (error) {
    if (error instanceof SheetProblem) throw error;
    if (/password|encrypt/i.test(String(error))) throw needsPassword();
    throw damaged(error);
  }
}

/** The message for a locked file. */
export const needsPassword = () =>
  new SheetProblem(
    "The file is protected with a password. Save a copy without the password, and choose that one.",
  );

function textOf(
  cell: CellObject,
  formatOf: (code: string) => NumberFormat,
  date1904: boolean,
  encoding: TextEncodingName | null,
): string {
  switch (cell.t) {
    case "n":
      return numberText(Number(cell.v), formatOf(String(cell.z ?? "General")), date1904);
    case "b":
      return booleanText(cell.v === true);
    case "e":
      return ERRORS[Number(cell.v)] ?? "#ERROR!";
    default:
      return cell.v === undefined ? "" : decoded(String(cell.v), encoding);
  }
}

/** The library returns each byte of a text that isn't Unicode as one character. */
const decoded = (text: string, encoding: TextEncodingName | null): string =>
  encoding
    ? decodeBytes(
        Uint8Array.from(text, (character) => character.charCodeAt(0)),
        encoding,
      )
    : text;

/** What the sheet shows where a formula failed. */
const ERRORS: Readonly<Record<number, string>> = {
  0: "#NULL!",
  7: "#DIV/0!",
  15: "#VALUE!",
  23: "#REF!",
  29: "#NAME?",
  36: "#NUM!",
  42: "#N/A",
  43: "#GETTING_DATA",
};
