import { createReadStream } from "node:fs";
import { basename } from "node:path";
import Papa from "papaparse";

/** A row of a CSV file. Its cells are keyed by column name. */
export interface CsvRow {
  /** The row number in a spreadsheet: the header is row 1. Line breaks inside quotes don't count. */
  row: number;
  cells: ReadonlyMap<string, string>;
}

export interface CsvContents {
  columns: string[];
  rows: AsyncIterable<CsvRow>;
}

/** An error in one row. The other rows are loaded. */
export interface RowProblem {
  file: string;
  row: number;
  column?: string;
  message: string;
}

/** A file that can't be loaded. */
export class CsvFileError extends Error {
  override readonly name = "CsvFileError";
}

/** Formats a problem as one line: `customers.csv, row 12, column "Email": …`. */
export function describeProblem({ file, row, column, message }: RowProblem): string {
  return `${file}, row ${row}${column ? `, column "${column}"` : ""}: ${message}`;
}

/**
 * Reads a CSV file row by row, in constant memory. Empty rows are skipped.
 * @param onProblem Called with malformed rows, such as a row with more cells than the header.
 * @throws CsvFileError if the file can't be read, is empty, or has a duplicate column.
 */
export async function readCsv(path: string, onProblem: (problem: RowProblem) => void): Promise<CsvContents> {
  const iterator = parsedRows(path)[Symbol.asyncIterator]();
  const file = basename(path);
  const first = await iterator.next();
  if (first.done) throw new CsvFileError(`${file} is empty.`);
  const columns = first.value.map((name, index) => (index === 0 ? name.replace(/^\uFEFF/, "") : name).trim());
  const duplicate = columns.find((name, index) => name !== "" && columns.indexOf(name) !== index);
  if (duplicate !== undefined) throw new CsvFileError(`${file} has two columns named "${duplicate}".`);
  return { columns, rows: rowsOf(iterator, columns, file, onProblem) };
}

async function* rowsOf(
  iterator: AsyncIterator<string[]>,
  columns: readonly string[],
  file: string,
  onProblem: (problem: RowProblem) => void,
): AsyncIterable<CsvRow> {
  for (let row = 2; ; row++) {
    const next = await iterator.next();
    if (next.done) return;
    const values = next.value;
    if (values.every((value) => value.trim() === "")) continue;
    if (values.length > columns.length && values.slice(columns.length).some((value) => value !== "")) {
      const message = `has ${values.length} cells, but the header has ${columns.length}. Check for a missing quotation mark.`;
      onProblem({ file, row, message });
      continue;
    }
    yield { row, cells: new Map(columns.map((name, index) => [name, values[index] ?? ""])) };
  }
}

async function* parsedRows(path: string): AsyncIterable<string[]> {
  const source = createReadStream(path, { encoding: "utf8" });
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { skipEmptyLines: false });
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const row of parser) yield row as string[];
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === "ENOENT" ? "the file doesn't exist" : String(error);
    throw new CsvFileError(`${path} can't be read: ${reason}.`);
  } finally {
    source.destroy();
  }
}
