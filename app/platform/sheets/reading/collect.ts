import { storableText } from "~/platform/contract/storable-text";
import type { TextLayout } from "./csv";
import { findHeadings, ROWS_SEARCHED } from "./headings";
import { SHEET_LIMITS, SheetProblem } from "./problem";
import { columnLetters, type SheetRow } from "./row";

/** A column of the sheet, by its place. */
export interface SheetColumn {
  /** As the spreadsheet program calls it: A, B … */
  letters: string;
  /** Empty where the column has values but no heading. */
  heading: string;
  /** Up to three different values. */
  examples: string[];
}

/** A sheet that was read whole. */
export interface SheetContent {
  columns: SheetColumn[];
  headingRow: number;
  rows: number;
  /** The rows as JSON (`SheetRow[]`), in slices that can be sent one by one: a hundred thousand rows as objects would be ten times as large. */
  slices: Uint8Array[];
  /** The first rows below the headings, with shortened texts. */
  preview: SheetRow[];
  /** How a text file was read. Null for a workbook. */
  text: TextLayout | null;
}

const EXAMPLES = 3;
const EXAMPLE_LENGTH = 60;
const PREVIEW_ROWS = 5;
const sentenceEnd = "Split the file, and import the parts one after the other.";

/** Collects a sheet's rows within the limits. `finish` returns the sheet. */
export class SheetCollector {
  #expected: readonly string[];
  #onProgress: (rows: number) => void;
  /** The first rows, until the headings are found among them. */
  #first: SheetRow[] | null = [];
  #headingRow = 0;
  #chosenRow: number | undefined;
  #preview: SheetRow[] = [];
  #columns: SheetColumn[] = [];
  #pending: SheetRow[] = [];
  #slices: Uint8Array[] = [];
  #pendingCharacters = 0;
  #rows = 0;
  #encoder = new TextEncoder();

  constructor(options: {
    expected: readonly string[];
    onProgress?: (rows: number) => void;
    headingRow?: number;
  }) {
    this.#expected = options.expected;
    this.#onProgress = options.onProgress ?? (() => {});
    this.#chosenRow = options.headingRow;
  }

  /** @throws SheetProblem when the sheet is larger than the limits, or has no headings */
  take = ({ number, cells }: SheetRow): void => {
    // The server would refuse all rows that it gets with such a text, and couldn't name its cell.
    const texts = withoutTrailingBlanks(number, cells).map(storableText);
    if (texts.length === 0) return;
    if (this.#first) {
      this.#first.push({ number, cells: texts });
      if (this.#first.length === ROWS_SEARCHED) this.#findHeadings();
    } else this.#add({ number, cells: texts });
  };

  /** @param text how the file was read, of a text file */
  finish(text: TextLayout | null = null): SheetContent {
    this.#findHeadings();
    this.#pack();
    if (this.#rows === 0) {
      throw new SheetProblem(
        `There is no row under the headings in row ${this.#headingRow}. Only the first sheet is read.`,
        { reason: "no rows" },
      );
    }
    return {
      columns: this.#columns,
      headingRow: this.#headingRow,
      rows: this.#rows,
      slices: this.#slices,
      preview: this.#preview,
      text,
    };
  }

  #findHeadings(): void {
    const first = this.#first;
    if (!first) return;
    this.#first = null;
    const at = this.#chosenRow ? rowAt(first, this.#chosenRow) : findHeadings(first, this.#expected);
    const headings = first[at];
    this.#headingRow = headings?.number ?? 0;
    this.#columns = (headings?.cells ?? []).map((heading, index) => columnAt(index, heading.trim()));
    for (const row of first.slice(at + 1)) this.#add(row);
  }

  #add(row: SheetRow): void {
    const characters = row.cells.reduce((sum, { length }) => sum + length, 0);
    if (this.#pendingCharacters + characters > SHEET_LIMITS.sliceCharacters) this.#pack();
    this.#rows += 1;
    if (this.#rows > SHEET_LIMITS.rows) {
      throw new SheetProblem(`The file has more than 100,000 rows. ${sentenceEnd}`);
    }
    for (let index = this.#columns.length; index < row.cells.length; index++) {
      this.#columns.push(columnAt(index, ""));
    }
    if (this.#rows <= 200) this.#noteExamples(row);
    if (this.#rows <= PREVIEW_ROWS)
      this.#preview.push({ number: row.number, cells: row.cells.map((cell) => shortened(cell.trim())) });
    this.#pending.push(row);
    this.#pendingCharacters += characters;
    if (this.#pending.length === SHEET_LIMITS.sliceRows) this.#pack();
  }

  #noteExamples({ cells }: SheetRow): void {
    cells.forEach((cell, index) => {
      const examples = this.#columns[index]?.examples;
      const text = shortened(cell.trim());
      if (examples && text && examples.length < EXAMPLES && !examples.includes(text)) examples.push(text);
    });
  }

  #pack(): void {
    if (this.#pending.length === 0) return;
    this.#slices.push(this.#encoder.encode(JSON.stringify(this.#pending)));
    this.#pending = [];
    this.#pendingCharacters = 0;
    this.#onProgress(this.#rows);
  }
}

/** @throws SheetProblem for a row that is blank or too far below */
function rowAt(rows: readonly SheetRow[], number: number): number {
  const at = rows.findIndex((row) => row.number === number);
  if (at < 0)
    throw new SheetProblem(`Row ${number} is blank or too far below. Choose another row for the headings.`, {
      reason: "no headings",
    });
  return at;
}

const shortened = (text: string): string =>
  text.length > EXAMPLE_LENGTH ? `${text.slice(0, EXAMPLE_LENGTH).trimEnd()}…` : text;

const columnAt = (index: number, heading: string): SheetColumn => ({
  letters: columnLetters(index),
  heading,
  examples: [],
});

/** @throws SheetProblem when a cell is too long or too far to the right */
function withoutTrailingBlanks(number: number, cells: string[]): string[] {
  let length = cells.length;
  while (length > 0 && isBlank(cells[length - 1])) length -= 1;
  if (length > SHEET_LIMITS.columns) {
    throw new SheetProblem(
      `Row ${number} has more than ${SHEET_LIMITS.columns} columns. Delete the columns that aren't needed.`,
    );
  }
  for (let index = 0; index < length; index++) {
    if ((cells[index]?.length ?? 0) > SHEET_LIMITS.cellCharacters) {
      throw new SheetProblem(
        `The cell ${columnLetters(index)}${number} has more than 32,767 characters. Shorten it.`,
      );
    }
  }
  return length === cells.length ? cells : cells.slice(0, length);
}

const isBlank = (text: string | undefined) => text === undefined || text.trim() === "";
