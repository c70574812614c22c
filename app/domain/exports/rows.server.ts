import { STATE_NAMES } from "~/domain/invitations/states";
import { filterLines } from "~/domain/ledger/transaction-filter";
import { ENDING_NAMES } from "~/domain/registrations/expiry/expiry";
import type { Shop } from "~/platform/auth/shops.server";
import { writtenMoment } from "~/platform/day";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import type { CellValue, SheetFrame } from "~/platform/sheets/spreadsheet";
import type { Report, ReportRequest } from "./report.server";
import { REPORTS, type ReportName } from "./reports.server";

/** What is exported, of which list. */
export interface ExportRequest extends ReportRequest {
  report: ReportName;
}

const SORT = /^(name|email|createdAt|nationalPartner|balance) (asc|desc)$/;

interface Query {
  report: Report;
  /** `after` is the place behind which the rows begin. */
  page(after: ExportPlace | null, limit: number): { text: string; values: unknown[] };
  count(): { text: string; values: unknown[] };
}

/** Where a row stands in the list's order. */
interface ExportPlace {
  key: string;
  id: string;
}

interface PlacedRecord {
  id: string;
  sort_key: string;
}

/** @throws 400 for an order or a day that is none */
function queryOf(shop: Shop, request: ExportRequest): Query {
  const report: Report = REPORTS[request.report];
  const { from, idType, columns, createdAt, ...source } = report.source;
  const [, key, direction] = SORT.exec(request.sort ?? "createdAt desc") ?? [];
  if (!key || !direction) throw badRequest(`The export cannot be sorted by "${request.sort}".`);
  const { expression, type } = source.orderBy(key);
  const selected = () => source.select(shop, request);
  return {
    report,
    count() {
      const { values, where } = selected();
      return { text: `SELECT count(*)::int AS count FROM ${from} WHERE ${where}`, values };
    },
    page(after, limit) {
      const { values, bind, where } = selected();
      const onwards = after
        ? ` AND (${expression}, id) ${direction === "desc" ? "<" : ">"} (${bind(after.key)}::${type}, ${bind(after.id)}::${idType})`
        : "";
      return {
        text: `SELECT ${columns},
                      to_char(${createdAt} AT TIME ZONE ${bind(shop.timeZone)}, 'MM/DD/YYYY') AS created_day,
                      ${expression}::text AS sort_key
                 FROM ${from} WHERE ${where}${onwards}
                ORDER BY ${expression} ${direction}, id ${direction} LIMIT ${bind(limit)}`,
        values,
      };
    },
  };
}

const cellsOf = ({ columns }: Report, row: PlacedRecord): CellValue[] =>
  columns.map((column) => column.value(row));

/**
 * The first rows of an export, in the list's order.
 * @throws 400 for an order or a day that is none
 */
export async function firstRows(
  tx: ShopTransaction,
  shop: Shop,
  request: ExportRequest,
  limit: number,
): Promise<CellValue[][]> {
  const query = queryOf(shop, request);
  const { rows } = await tx.$client.query<PlacedRecord>(query.page(null, limit));
  return rows.map((row) => cellsOf(query.report, row));
}

/** How many rows an export has. */
export async function countRows(shop: Shop, request: ExportRequest): Promise<number> {
  const { rows } = await withShop(shop.domain, (tx) =>
    tx.$client.query<{ count: number }>(queryOf(shop, request).count()),
  );
  return rows[0]?.count ?? 0;
}

/** Enough that the round trips do not count, few enough that a batch is no burden on memory. */
const ROWS_PER_BATCH = 2_500;

/**
 * All rows of an export, some at a time, each batch in a transaction of its own and behind the last row of the one before: so
 * neither memory nor a long transaction grows with them, and what changes meanwhile repeats nobody.
 */
export async function* allRows(
  shop: Shop,
  request: ExportRequest,
  signal: AbortSignal,
): AsyncGenerator<CellValue[][]> {
  const query = queryOf(shop, request);
  const read = async (after: ExportPlace | null): Promise<PlacedRecord[]> => {
    const page = query.page(after, ROWS_PER_BATCH);
    const { rows } = await withShop(shop.domain, (tx) => tx.$client.query<PlacedRecord>(page));
    return rows;
  };
  for (let coming: Promise<PlacedRecord[]> | null = read(null); coming; ) {
    const rows: PlacedRecord[] = await coming;
    signal.throwIfAborted();
    const last = rows.at(-1);
    if (!last) return;
    // The next ones are read while these are written.
    coming = rows.length < ROWS_PER_BATCH ? null : read({ key: last.sort_key, id: last.id });
    // It is awaited in the next turn; when there is none, nobody waits for it any more.
    coming?.catch(() => undefined);
    yield rows.map((row) => cellsOf(query.report, row));
  }
}

/** What stands around the rows of an export. @param now when it was made */
export function frameOf(
  shop: Shop,
  { report, part, searchValue, ends, state, transactions }: ExportRequest,
  now: Date,
): SheetFrame & { report: NonNullable<SheetFrame["report"]> } {
  const { title, columns } = REPORTS[report];
  const lines = [`Created on ${writtenMoment(now, shop.timeZone)} (${shop.timeZone})`];
  if (searchValue) lines.push(`Search: ${searchValue}`);
  if (ends) lines.push(ENDING_NAMES[ends]);
  if (state) lines.push(`State: ${STATE_NAMES[state]}`);
  if (transactions) lines.push(...filterLines(transactions));
  if (report === "national" && part) lines.push(`National Partner: ${part}`);
  return {
    name: title(part),
    columns: columns.map((column) => ({ title: column.title, width: column.width })),
    report: { title: title(part), lines },
  };
}

/** `Student_Pending_Report_20260615T120000Z.xlsx` */
export const fileNameOf = ({ report, part }: ExportRequest, now: Date): string =>
  `${REPORTS[report].fileName(part, now)}.xlsx`;
