import { SheetCollector, type SheetContent } from "./collect";
import { decodeText, readCsv, type TextChoices, type TextLayout } from "./csv";
import { SHEET_LIMITS, SheetProblem } from "./problem";
import type { TakeRow } from "./row";
import { readXls } from "./xls";
import { readXlsx } from "./xlsx";

export interface ReadOptions {
  /** How a text file is written, where a person knows better than what its bytes suggest. */
  text?: TextChoices;
  /** The number of the row with the headings, where a person chose it. */
  headingRow?: number;
  /** Headings that are known: they tell which row has the headings. */
  expected?: readonly string[];
  /** Called after each slice. */
  onProgress?: (rows: number) => void;
}

/** The file extensions that the file input accepts. */
export const SHEET_ENDINGS = [".csv", ".xls", ".xlsx"] as const;

/**
 * Reads the first sheet of a csv, xls or xlsx file. The format is recognized by the content.
 * Runs in a worker: reading takes seconds, and a hostile file may never end.
 * @throws SheetProblem with a sentence for the person
 */
export async function readSheet(file: Blob, name: string, options: ReadOptions = {}): Promise<SheetContent> {
  const { expected = [], onProgress, headingRow } = options;
  const collector = new SheetCollector({ expected, onProgress, headingRow });
  return collector.finish(await readRows(file, name, collector.take, { expected, text: options.text }));
}

/**
 * Reads all rows of the first sheet, also those above the headings.
 * @returns how a text file was read, null for a workbook
 * @throws SheetProblem with a sentence for the person
 */
export async function readRows(
  file: Blob,
  name: string,
  takeRow: TakeRow,
  { expected, text }: Pick<ReadOptions, "expected" | "text"> = {},
): Promise<TextLayout | null> {
  refuseByNameAndSize(name, file.size);
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  if (/\.csv$/i.test(name) && [ZIP, COMPOUND_FILE].some((mark) => startsWith(start, mark)))
    throw workbookNamedCsv();
  if (startsWith(start, ZIP)) await readXlsx(file, takeRow);
  else {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (startsWith(start, COMPOUND_FILE)) readXls(bytes, takeRow);
    else if (isExcel4(start)) throw tooOld();
    else if (/\.xlsx$/i.test(name)) throw textNamedXlsx(bytes);
    else return readCsv(bytes, takeRow, expected, text);
  }
  return null;
}

function refuseByNameAndSize(name: string, size: number): void {
  if (!SHEET_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))) {
    throw new SheetProblem("Choose a csv, xls or xlsx file. Other kinds of files can't be imported.");
  }
  if (size === 0) throw new SheetProblem("The file is empty.", { reason: "no rows" });
  if (size > SHEET_LIMITS.fileBytes) {
    throw new SheetProblem(
      "The file is larger than 50 MB. Split it, and import the parts one after the other.",
    );
  }
}

/** Amounts of a csv file are read as texts, but a workbook's may be its own numbers. The server knows a workbook by its name. */
const workbookNamedCsv = () =>
  new SheetProblem(
    "This file is named .csv, but it isn't a text file. Open it in your spreadsheet program, and save it as xlsx.",
  );

/** A text would be read as csv, but a workbook of this name holds other cells. @throws SheetProblem for a file that isn't text either */
function textNamedXlsx(bytes: Uint8Array): SheetProblem {
  decodeText(bytes);
  return new SheetProblem(
    "This file is named .xlsx, but it is a text file. Rename it to .csv if commas separate its values. Otherwise open it in your spreadsheet program, and save it as xlsx.",
  );
}

const tooOld = () =>
  new SheetProblem(
    "This is a file of Excel 4 or older, which can't be read. Open it in your spreadsheet program, save it as xlsx, and choose the new file.",
  );

/** Files of Excel 2 to 4 begin with a record of their own: 0x0009, 0x0209 or 0x0409. */
const isExcel4 = ([first, second = 0, length = 0, zero]: Uint8Array): boolean =>
  first === 0x09 && [0, 2, 4].includes(second) && [4, 6].includes(length) && zero === 0;

const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Files of Excel 97 to 2003, and xlsx files with a password. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];

const startsWith = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, index) => bytes[index] === byte);
