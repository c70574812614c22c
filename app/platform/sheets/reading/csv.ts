import Papa from "papaparse";
import { SHEET_LIMITS } from "./limits";
import { SheetProblem } from "./problem";
import type { TakeRow } from "./row";

const DELIMITERS = [",", ";", "\t", "|"];

/** Excel writes this line to say what divides the cells. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/**
 * Reads a CSV file. Cells stay text, with their leading zeros.
 * @throws SheetProblem when the file isn't text, or a quote isn't closed
 */
export function readCsv(bytes: Uint8Array, takeRow: TakeRow): void {
  const text = decodeText(bytes);
  refuseEndlessLine(text);
  const separator = SEPARATOR_LINE.exec(text);
  let row = separator ? 1 : 0;
  const lines = separator ? text.slice(separator[0].length) : text;
  Papa.parse<string[]>(lines, {
    delimiter: separator?.[1] ?? delimiterOf(lines),
    // Fast mode would split the whole file in memory.
    fastMode: false,
    step: ({ data, errors }) => {
      row += 1;
      if (errors.some(({ type }) => type === "Quotes")) throw brokenQuotes(row);
      takeRow({ number: row, cells: data });
    },
  });
}

/** What divides the cells of the first lines. Left to itself, the library would look at the whole file for it. */
const delimiterOf = (text: string): string =>
  Papa.parse(text.slice(0, FIRST_LINES), { preview: 10, delimitersToGuess: DELIMITERS }).meta.delimiter;

/** Characters that are enough to see how a file is written. */
const FIRST_LINES = 100_000;

/** A hundred columns of the longest texts. */
const LONGEST_LINE = SHEET_LIMITS.columns * SHEET_LIMITS.cellCharacters;

/** @throws SheetProblem when a line is longer than any row may be: taking it apart would cost more than it is worth */
function refuseEndlessLine(text: string): void {
  const newline = text.includes("\n") ? "\n" : "\r";
  let line = 1;
  for (let start = 0; start < text.length; line++) {
    const found = text.indexOf(newline, start);
    const end = found < 0 ? text.length : found;
    if (end - start > LONGEST_LINE) {
      throw new SheetProblem(
        `Row ${line} is longer than a row of a spreadsheet can be. Look whether its lines are divided.`,
      );
    }
    start = end + 1;
  }
}

const brokenQuotes = (row: number) =>
  new SheetProblem(
    `Row ${row} has a quotation mark that doesn't close where its cell ends. Correct it, or save the file as xlsx.`,
  );

/** Unicode by its mark, else UTF-8, else what Excel writes on Windows in western Europe and America. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return checked(new TextDecoder("utf-16le").decode(bytes));
  if (first === 0xfe && second === 0xff) return checked(new TextDecoder("utf-16be").decode(bytes));
  if (bytes.includes(0)) throw noText();
  try {
    return checked(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof SheetProblem) throw error;
    return checked(new TextDecoder("windows-1252").decode(bytes));
  }
}

/** Characters that no text file has: the sign of a picture, a PDF or a program. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

function checked(text: string): string {
  if (BINARY.test(text)) throw noText();
  if (/^\s*</.test(text)) {
    throw new SheetProblem(
      "This is a web page or XML with a spreadsheet's name. Open it in your spreadsheet program, save it as xlsx, and choose the new file.",
    );
  }
  return text;
}

const noText = () =>
  new SheetProblem("This isn't a spreadsheet. Choose a csv, xls or xlsx file; only its first sheet is read.");
