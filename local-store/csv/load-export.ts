import { basename } from "node:path";
import type { Store } from "../data/database.ts";
import type { ShopRow } from "../data/rows.ts";
import { findShop } from "../data/shops.ts";
import { CellError } from "./cells.ts";
import { type CsvRow, type RowProblem, readCsv } from "./read-csv.ts";
import { readCustomer } from "./read-customer.ts";
import { addLine, type OrderRecord, orderNameIn, readOrder } from "./read-order.ts";
import { addRow, handleOf, type ProductRecord, readProduct } from "./read-product.ts";
import { type ExportKind, recognizeExport } from "./recognize-export.ts";
import { RefusedRowError, type SaveOutcome, saveCustomer } from "./save-customer.ts";
import { saveOrder } from "./save-order.ts";
import { saveProduct } from "./save-product.ts";

/** The result of loading a file. `created` and `updated` count customers, products, or orders, not rows. */
export interface LoadReport {
  kind: ExportKind;
  created: number;
  updated: number;
  problems: RowProblem[];
}

/** Keeps the database busy without using all connections of the pool. */
const CONCURRENCY = 8;

/**
 * Loads a product, customer, or order export into a shop. Invalid rows are reported, and the other rows are loaded. Loading the same file
 * again updates its records.
 * @param onProgress Called after every customer, product, or order with the number of finished ones.
 * @throws CsvFileError if the file can't be read or isn't an export.
 */
export async function loadExport(
  store: Store,
  domain: string,
  path: string,
  onProgress: (done: number) => void = () => {},
): Promise<LoadReport> {
  const shop = await findShop(store.pool, domain);
  if (!shop) throw new Error(`There is no shop ${domain}.`);
  const file = basename(path);
  const problems: RowProblem[] = [];
  const { columns, rows } = await readCsv(path, (problem) => problems.push(problem));
  const report: LoadReport = { kind: recognizeExport(file, columns), created: 0, updated: 0, problems };
  const reportProblem = (row: number, error: unknown) => problems.push(problemOf(file, row, error));
  const readers = { customers, products, orders };
  const items = readers[report.kind](store, shop, rows, reportProblem);
  await runConcurrently(items, CONCURRENCY, async ({ row, save }) => {
    try {
      report[await save()]++;
      onProgress(report.created + report.updated);
    } catch (error) {
      reportProblem(row, error);
    }
  });
  problems.sort((a, b) => a.row - b.row);
  return report;
}

/** A customer, product, or order to save, and its first row. */
interface SaveItem {
  row: number;
  save: () => Promise<SaveOutcome>;
}

type ReportProblem = (row: number, error: unknown) => void;

async function* customers(
  store: Store,
  shop: ShopRow,
  rows: AsyncIterable<CsvRow>,
  reportProblem: ReportProblem,
): AsyncIterable<SaveItem> {
  const rowByEmail = new Map<string, number>();
  for await (const row of rows) {
    try {
      const customer = readCustomer(row, shop.currency);
      const before = customer.email ? rowByEmail.get(customer.email) : undefined;
      if (before !== undefined)
        throw new CellError("Email", `${customer.email} is already in row ${before}.`);
      if (customer.email) rowByEmail.set(customer.email, row.row);
      yield { row: row.row, save: () => saveCustomer(store, shop.domain, customer) };
    } catch (error) {
      reportProblem(row.row, error);
    }
  }
}

/** Rows with the same handle form a product, even if other rows are between them. */
async function* products(
  store: Store,
  shop: ShopRow,
  rows: AsyncIterable<CsvRow>,
  reportProblem: ReportProblem,
): AsyncIterable<SaveItem> {
  const entries = new Map<string, { row: number; product: ProductRecord | undefined }>();
  for await (const row of rows) {
    const handle = handleOf(row);
    try {
      if (!handle) throw new CellError("Handle", "a product needs a handle or a title.");
      const entry = entries.get(handle) ?? startProduct(row, entries, handle);
      if (entry.product) addRow(entry.product, row, shop.currency);
    } catch (error) {
      reportProblem(row.row, error);
    }
  }
  for (const { row, product } of entries.values()) {
    if (product && product.variants.length > 0)
      yield { row, save: () => saveProduct(store, shop.domain, product) };
  }
}

/** Rows with the same name form an order. The first one has the order's own columns. */
async function* orders(
  store: Store,
  shop: ShopRow,
  rows: AsyncIterable<CsvRow>,
  reportProblem: ReportProblem,
): AsyncIterable<SaveItem> {
  const records = new Map<string, { row: number; order: OrderRecord | null }>();
  for await (const row of rows) {
    const name = orderNameIn(row);
    try {
      if (!name) throw new CellError("Name", "an order needs a name.");
      let record = records.get(name);
      if (!record) {
        // If the first row is invalid, the order's other rows are skipped without an error.
        record = { row: row.row, order: null };
        records.set(name, record);
        record.order = readOrder(row, shop.currency);
      }
      if (record.order) addLine(record.order, row, shop.currency);
    } catch (error) {
      reportProblem(row.row, error);
    }
  }
  for (const { row, order } of records.values())
    if (order && order.lines.length > 0) yield { row, save: () => saveOrder(store, shop.domain, order) };
}

/** Stores the handle before reading its first row. If that row is invalid, the product's other rows are skipped without an error. */
function startProduct(
  row: CsvRow,
  entries: Map<string, { row: number; product: ProductRecord | undefined }>,
  handle: string,
) {
  const entry: { row: number; product: ProductRecord | undefined } = { row: row.row, product: undefined };
  entries.set(handle, entry);
  entry.product = readProduct(row);
  return entry;
}

async function runConcurrently<T>(
  items: AsyncIterable<T>,
  concurrency: number,
  run: (work: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  const runNext = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) await run(next.value);
  };
  await Promise.all(Array.from({ length: concurrency }, runNext));
}

/** Converts the error of an invalid row. Any other error is thrown and ends the load. */
function problemOf(file: string, row: number, error: unknown): RowProblem {
  if (error instanceof CellError)
    return { file, row, ...(error.column ? { column: error.column } : {}), message: error.message };
  if (error instanceof RefusedRowError) return { file, row, message: error.message };
  if (isUnstorable(error)) return { file, row, message: `can't be stored: ${error.message}.` };
  throw error;
}

/** PostgreSQL's errors about values, such as a NUL or a number that is too large. */
const isUnstorable = (error: unknown): error is Error =>
  error instanceof Error && String((error as { code?: unknown }).code).startsWith("22");
