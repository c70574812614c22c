import { basename } from "node:path";
import type { Store } from "../data/database.ts";
import { CellError } from "./cells.ts";
import { readCustomer } from "./customer-rows.ts";
import { type ExportKind, recogniseExport } from "./kinds.ts";
import { addRow, handleOf, type ProductRecord, readProduct } from "./product-rows.ts";
import { type CsvRow, type RowProblem, readCsv } from "./read.ts";
import { RefusedRowError, type SaveOutcome, saveCustomer } from "./save-customers.ts";
import { saveProduct } from "./save-products.ts";

/** What loading one file did. `created` and `updated` count customers or products, not rows. */
export interface LoadReport {
  kind: ExportKind;
  created: number;
  updated: number;
  problems: RowProblem[];
}

/** As many at a time as keep the database busy without taking all of its connections. */
const AT_ONCE = 8;

/**
 * Loads one of Shopify's exports into a shop; its kind is told from its header. Rows that cannot be loaded are reported and the rest
 * loads. Loading the same file again updates.
 * @param onProgress Told after every customer or product how many are done.
 * @throws CsvFileError when the file cannot be read or is neither export.
 */
export async function loadExport(
  store: Store,
  shop: string,
  path: string,
  onProgress: (done: number) => void = () => {},
): Promise<LoadReport> {
  const file = basename(path);
  const problems: RowProblem[] = [];
  const { columns, rows } = await readCsv(path, (problem) => problems.push(problem));
  const report: LoadReport = { kind: recogniseExport(file, columns), created: 0, updated: 0, problems };
  const note = (row: number, error: unknown) => problems.push(problemOf(file, row, error));
  const works =
    report.kind === "customers" ? customers(store, shop, rows, note) : products(store, shop, rows, note);
  await runSome(works, AT_ONCE, async ({ row, save }) => {
    try {
      report[await save()]++;
      onProgress(report.created + report.updated);
    } catch (error) {
      note(row, error);
    }
  });
  problems.sort((a, b) => a.row - b.row);
  return report;
}

/** One thing to be saved, and the row where it stands. */
interface Work {
  row: number;
  save: () => Promise<SaveOutcome>;
}

type NoteProblem = (row: number, error: unknown) => void;

async function* customers(
  store: Store,
  shop: string,
  rows: AsyncIterable<CsvRow>,
  note: NoteProblem,
): AsyncIterable<Work> {
  const seen = new Map<string, number>();
  for await (const row of rows) {
    try {
      const customer = readCustomer(row);
      const before = customer.email ? seen.get(customer.email) : undefined;
      if (before !== undefined)
        throw new CellError("Email", `${customer.email} stands in row ${before} already.`);
      if (customer.email) seen.set(customer.email, row.row);
      yield { row: row.row, save: () => saveCustomer(store, shop, customer) };
    } catch (error) {
      note(row.row, error);
    }
  }
}

/** Rows of one handle make one product, also when others stand between them. */
async function* products(
  store: Store,
  shop: string,
  rows: AsyncIterable<CsvRow>,
  note: NoteProblem,
): AsyncIterable<Work> {
  const started = new Map<string, { row: number; product: ProductRecord | undefined }>();
  for await (const row of rows) {
    const handle = handleOf(row);
    try {
      if (!handle) throw new CellError("Handle", "a product needs a handle or a title.");
      const begun = started.get(handle) ?? begin(row, started, handle);
      if (begun.product) addRow(begun.product, row);
    } catch (error) {
      note(row.row, error);
    }
  }
  for (const { row, product } of started.values()) {
    if (product && product.variants.length > 0) yield { row, save: () => saveProduct(store, shop, product) };
  }
}

/** Remembers the handle before its first row is read: when that row is wrong, the product's other rows are left out quietly. */
function begin(
  row: CsvRow,
  started: Map<string, { row: number; product: ProductRecord | undefined }>,
  handle: string,
) {
  const entry: { row: number; product: ProductRecord | undefined } = { row: row.row, product: undefined };
  started.set(handle, entry);
  entry.product = readProduct(row);
  return entry;
}

async function runSome<T>(
  works: AsyncIterable<T>,
  atOnce: number,
  run: (work: T) => Promise<void>,
): Promise<void> {
  const iterator = works[Symbol.asyncIterator]();
  const lane = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) await run(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Wrong rows become problems of the file; anything else is a fault of the store and ends the load. */
function problemOf(file: string, row: number, error: unknown): RowProblem {
  if (error instanceof CellError)
    return { file, row, ...(error.column ? { column: error.column } : {}), message: error.message };
  if (error instanceof RefusedRowError) return { file, row, message: error.message };
  throw error;
}
