import { createReadStream } from "node:fs";
import { basename } from "node:path";
import Papa from "papaparse";

/** One row of a CSV file, its cells by the header's column names. */
export interface CsvRow {
  /** As a spreadsheet counts: the header is row 1. Line breaks inside quotes do not count. */
  row: number;
  cells: ReadonlyMap<string, string>;
}

export interface CsvContents {
  columns: string[];
  rows: AsyncIterable<CsvRow>;
}

/** What is wrong with one row; the rest of the file still loads. */
export interface RowProblem {
  file: string;
  row: number;
  column?: string;
  message: string;
}

/** A file that cannot be loaded at all. */
export class CsvFileError extends Error {
  override readonly name = "CsvFileError";
}

/** The problem as one line: `customers.csv, row 12, column "Email": …`. */
export function describeProblem({ file, row, column, message }: RowProblem): string {
  return `${file}, row ${row}${column ? `, column "${column}"` : ""}: ${message}`;
}

/**
 * Reads a CSV file row by row, in constant memory. Empty rows are left out.
 * @param onProblem Told of rows that are no proper CSV, such as one with more cells than the header.
 * @throws CsvFileError when the file cannot be read, is empty, or names a column twice.
 */
export async function readCsv(path: string, onProblem: (problem: RowProblem) => void): Promise<CsvContents> {
  const iterator = parsedRows(path)[Symbol.asyncIterator]();
  const file = basename(path);
  const first = await iterator.next();
  if (first.done) throw new CsvFileError(`${file} is empty.`);
  const columns = first.value.map((name, index) => (index === 0 ? name.replace(/^\uFEFF/, "") : name).trim());
  const twice = columns.find((name, index) => name !== "" && columns.indexOf(name) !== index);
  if (twice !== undefined) throw new CsvFileError(`${file} has two columns named "${twice}".`);
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
      const message = `has ${values.length} cells where the header has ${columns.length}; is a quotation mark missing?`;
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
      (error as NodeJS.ErrnoException).code === "ENOENT" ? "there is no such file" : String(error);
    throw new CsvFileError(`${path} cannot be read: ${reason}.`);
  } finally {
    source.destroy();
  }
}
