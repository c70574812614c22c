import { type CellObject, CFB, read, type WorkBook, type WorkSheet } from "xlsx";
import { booleanText, type NumberFormat, numberFormat, numberText } from "./cell-text";
import { isSoundCompoundFile } from "./compound-file";
import { damaged, SHEET_LIMITS, SheetProblem } from "./problem";
import type { TakeRow } from "./row";
import { decodeBytes, encodingOfCodePage, type TextEncodingName } from "./text-encodings";

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
  const rows = firstWorksheet(book)?.["!data"];
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

/** The first sheet of cells that isn't hidden. The library reads the values of a chart as the cells of its sheet. */
function firstWorksheet({ SheetNames, Sheets, Workbook }: WorkBook): WorkSheet | undefined {
  const worksheets = SheetNames.map((name, index) => ({
    sheet: Sheets[name],
    isHidden: Boolean(Workbook?.Sheets?.[index]?.Hidden),
  })).filter(({ sheet }) => sheet && !sheet["!type"]);
  return (worksheets.find(({ isHidden }) => !isHidden) ?? worksheets[0])?.sheet;
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

const BEGIN = 0x0809;
const END = 0x000a;
const CODE_PAGE = 0x0042;
const HEADER_BYTES = 4;
/** The version of Excel 97 and later, which writes Unicode. */
const BIFF8 = 0x0600;

/** What the records of an xls file say about it. */
interface XlsRecords {
  /** The encoding of its texts. Null where they are Unicode. Undefined for a code page that isn't known. */
  encoding: TextEncodingName | null | undefined;
}

/**
 * Looks whether the records of an xls file follow each other as they should: the library that reads them would go on through
 * megabytes of nonsense. Each sheet is a chain of records from a beginning to an end.
 * @returns null for a broken chain
 */
function readXlsRecords(file: ReturnType<typeof CFB.read>): XlsRecords | null {
  const stream = CFB.find(file, "/Workbook") ?? CFB.find(file, "/Book");
  if (!stream) return null;
  const content = Uint8Array.from(stream.content as ArrayLike<number>);
  const view = new DataView(content.buffer);
  const walk: Walk = { position: 0, codePage: null };
  const isUnicode = view.byteLength > 6 && view.getUint16(HEADER_BYTES, true) >= BIFF8;
  let chains = 0;
  // The rest of the file is padding.
  while (typeAt(view, walk.position) === BEGIN) {
    if (!isSoundChain(view, walk)) return null;
    chains += 1;
  }
  if (chains === 0) return null;
  const { codePage } = walk;
  return { encoding: isUnicode ? null : codePage === null ? "windows-1252" : encodingOfCodePage(codePage) };
}

interface Walk {
  position: number;
  /** The number in the first record that names it. */
  codePage: number | null;
}

function isSoundChain(view: DataView, walk: Walk): boolean {
  let depth = 0;
  for (;;) {
    const type = typeAt(view, walk.position);
    // Nothing, or a record of no kind: the chain is broken.
    if (!type) return false;
    const content = walk.position + HEADER_BYTES;
    if (type === CODE_PAGE && content + 2 <= view.byteLength) walk.codePage ??= view.getUint16(content, true);
    walk.position = content + view.getUint16(walk.position + 2, true);
    if (type === BEGIN) depth += 1;
    else if (type === END) depth -= 1;
    if (depth === 0) return true;
  }
}

const typeAt = (view: DataView, position: number): number | null =>
  position + HEADER_BYTES <= view.byteLength ? view.getUint16(position, true) : null;
