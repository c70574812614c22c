import { sql } from "drizzle-orm";
import type { Position } from "~/core/lists/keyset.server";
import { countRows, fromOf, queryRows, type SortOrder, selectRows } from "~/core/lists/list-query.server";
import type { Shop } from "~/platform/auth/shops.server";
import { createdOn } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import type { CellValue, SheetFrame } from "~/platform/sheets/spreadsheet";
import type { ExportRequest, ListExport } from "./list-export.server";

const SORT = /^(\w+) (asc|desc)$/;

interface PositionedRow {
  position: Position;
}

/** @throws 400 for an order that the list doesn't have */
function orderOf({ query }: ListExport, { sort = "createdAt desc" }: ExportRequest): SortOrder {
  const [, key, direction] = SORT.exec(sort) ?? [];
  if (!key || !direction || !Object.hasOwn(query.sorts, key))
    throw badRequest(`The export can't be sorted by "${sort}".`);
  return { key, descending: direction === "desc" };
}

/** Some rows of an export, in the list's order. @param range.after the row before them */
function readRows(
  tx: ShopTransaction,
  shop: Shop,
  declared: ListExport,
  request: ExportRequest,
  range: { after: Position | null; limit: number },
): Promise<PositionedRow[]> {
  const { query, select } = declared;
  const filter = { shop, request };
  const rows = selectRows(query, filter, { order: orderOf(declared, request), ...range });
  return queryRows<PositionedRow>(
    tx,
    sql`SELECT ${select(shop)}, ${rows.position} AS position
          FROM ${fromOf(query, filter)} WHERE ${rows.where} ORDER BY ${rows.orderBy} LIMIT ${rows.limit}`,
  );
}

const cellsOf = ({ columns }: ListExport, row: PositionedRow, currency: string): CellValue[] =>
  columns.map((column) => column.value(row, currency));

/**
 * The first rows of an export, in the list's order.
 * @throws 400 for an order or a day that isn't valid
 */
export async function readFirstRows(
  tx: ShopTransaction,
  shop: Shop,
  declared: ListExport,
  request: ExportRequest,
  limit: number,
): Promise<CellValue[][]> {
  const rows = await readRows(tx, shop, declared, request, { after: null, limit });
  return rows.map((row) => cellsOf(declared, row, shop.currency));
}

/** How many rows an export has. */
export const countExportRows = (shop: Shop, declared: ListExport, request: ExportRequest): Promise<number> =>
  withShop(shop.domain, (tx) => countRows(tx, declared.query, { shop, request }));

/** Large enough that round trips don't matter, small enough for memory. */
const ROWS_PER_BATCH = 2_500;

/**
 * All rows of an export in batches. Each batch has its own transaction and starts after the last row of the one before, so
 * memory and transactions stay small, and a concurrent change repeats no row.
 */
export async function* readAllRows(
  shop: Shop,
  declared: ListExport,
  request: ExportRequest,
  signal: AbortSignal,
): AsyncGenerator<CellValue[][]> {
  const read = (after: Position | null): Promise<PositionedRow[]> =>
    withShop(shop.domain, (tx) => readRows(tx, shop, declared, request, { after, limit: ROWS_PER_BATCH }));
  for (let next: Promise<PositionedRow[]> | null = read(null); next; ) {
    const rows: PositionedRow[] = await next;
    signal.throwIfAborted();
    const last = rows.at(-1);
    if (!last) return;
    // The next batch is read while this one is written.
    next = rows.length < ROWS_PER_BATCH ? null : read(last.position);
    // The next turn awaits it. If there is no next turn, its rejection must not be unhandled.
    next?.catch(() => undefined);
    yield rows.map((row) => cellsOf(declared, row, shop.currency));
  }
}

/** The header of an export's sheet. @param now when it was made */
export function frameOf(
  shop: Shop,
  declared: ListExport,
  request: ExportRequest,
  now: Date,
): SheetFrame & { report: NonNullable<SheetFrame["report"]> } {
  const { part, searchType, searchValue } = request;
  // The calls take a date as DD-MM-YYYY.
  const search =
    searchType === "Date" ? searchValue.replace(/^(\d{2})-(\d{2})-(\d{4})$/, "$2/$1/$3") : searchValue;
  const title = declared.title(part);
  const lines = [
    createdOn(now, shop.timeZone),
    ...(search ? [`Search: ${search}`] : []),
    ...(declared.filterLines?.(request, shop.currency) ?? []),
  ];
  return {
    name: title,
    columns: declared.columns.map((column) => ({ title: column.title, width: column.width })),
    report: { title, lines },
  };
}

/** `Student_Pending_Report_20260615T120000Z.xlsx` */
export const fileNameOf = (declared: ListExport, { part }: ExportRequest, now: Date): string =>
  `${declared.fileName(part, now)}.xlsx`;
