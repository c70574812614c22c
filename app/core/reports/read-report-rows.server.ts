import { and, eq } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { syncs } from "~/core/syncs/tables.server";
import { adminAddress } from "~/platform/admin-address";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { assertSort } from "~/platform/list";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import type { ReportDefinition } from "./define-report.server";
import { reportData } from "./report-period.server";
import { type ColumnKind, columnNumber, listOfSheet } from "./results";
import type { CreatedSheet, ReportRows } from "./schemas";

interface RowsRequest {
  run: string;
  /** The sheet's number, from 0. */
  sheet: number;
  search: string;
  /** As the list of the sheet has it. Empty is the sheet's own order. */
  sort: string;
  page: number;
  pageSize: number;
}

/** How many points a chart has at most. */
const MAX_POINTS = 60;

/**
 * A page of the rows of a sheet, and what its chart shows.
 * @throws 404 for a result that isn't this report's or has no such sheet, 400 for an order that the sheet doesn't have
 */
export function readReportRows(
  { shop }: CallContext,
  definition: ReportDefinition,
  { run, sheet: number, search, sort, page, pageSize }: RowsRequest,
): Promise<ReportRows> {
  return withShop(shop.domain, async (tx) => {
    const sheet = await findSheet(tx, shop.domain, definition, run, number);
    // Looking into each row's cells takes ten times as long as looking for the text in the row.
    const mayContain = /[\\"]/.test(search) ? "" : "strpos(lower(cells::text), lower($4)) > 0 AND";
    const found = {
      where: `shop = $1 AND run_id = $2 AND sheet = $3
              AND ($4 = '' OR ${mayContain} EXISTS (SELECT FROM jsonb_array_elements_text(cells) AS cell WHERE strpos(lower(cell), lower($4)) > 0))`,
      values: [shop.domain, run, number, search],
    };
    const { rows } = await tx.$client.query<{ position: number; cells: CellValue[]; total: number }>(
      `SELECT position, cells, (count(*) OVER ())::int AS total FROM report_rows WHERE ${found.where}
        ORDER BY ${orderOf(sheet, sort)} LIMIT $5 OFFSET $6`,
      [...found.values, pageSize, (page - 1) * pageSize],
    );
    const links = await linksOf(
      tx,
      shop.domain,
      sheet,
      rows.map(({ cells }) => cells),
    );
    return {
      total: rows[0]?.total ?? 0,
      list: rows.map(({ position, cells }, index) => ({
        id: String(position),
        cells,
        links: links[index] ?? {},
      })),
      chart: await readChart(tx, sheet, found),
    };
  });
}

async function findSheet(
  tx: ShopTransaction,
  shop: string,
  definition: ReportDefinition,
  runId: string,
  number: number,
): Promise<CreatedSheet> {
  const [stored] = await tx
    .select({ data: syncs.data })
    .from(syncs)
    .where(and(eq(syncs.shop, shop), eq(syncs.id, runId), eq(syncs.section, definition.name)));
  const sheet = stored && reportData.parse(stored.data).result?.sheets[number];
  if (!sheet) throw notFound("This report has no such sheet.");
  return sheet;
}

/** In SQL. JSON numbers are ordered as numbers, and texts as texts. Dates are texts as sheets write them. */
function orderOf(sheet: CreatedSheet, sort: string): string {
  const list = listOfSheet(sheet);
  const order = sort || list.defaultSort;
  if (order === "") return "position";
  const { key, descending } = assertSort(order, list);
  const column = columnNumber(key);
  const isMoment = sheet.columns[column]?.kind === "moment";
  const by = isMoment
    ? `to_timestamp(nullif(cells ->> ${column}, ''), 'MM/DD/YYYY HH12:MI AM')`
    : `nullif(cells -> ${column}, '""')`;
  return `${by} ${descending ? "DESC" : "ASC"} NULLS LAST, position`;
}

async function readChart(
  tx: ShopTransaction,
  { columns, chart }: CreatedSheet,
  found: { where: string; values: unknown[] },
): Promise<ReportRows["chart"]> {
  if (!chart) return null;
  const [name, value] = [chart.name, chart.value].map((title) =>
    columns.findIndex((column) => column.title === title),
  );
  const { rows } = await tx.$client.query<{ name: string; value: number }>(
    `SELECT cells ->> ${name} AS name, sum((cells ->> ${value})::numeric)::float8 AS value
       FROM report_rows WHERE ${found.where} GROUP BY 1 ORDER BY min(position) LIMIT ${MAX_POINTS}`,
    found.values,
  );
  return rows;
}

/** Finds what a page's cells of a kind name, by an index. `$1` are the shop, and `$2` the texts. */
const TARGETS: Partial<Record<ColumnKind, { sql: string; path: string }>> = {
  order: {
    sql: "SELECT name AS key, id FROM orders_of_shop WHERE shop = $1 AND name = ANY($2)",
    path: "/orders/",
  },
  sku: {
    sql: "SELECT sku AS key, min(product_id) AS id FROM variants_of_shop WHERE shop = $1 AND sku = ANY($2) GROUP BY sku",
    path: "/products/",
  },
  handle: {
    sql: "SELECT handle AS key, id FROM products_of_shop WHERE shop = $1 AND handle = ANY($2)",
    path: "/products/",
  },
};

/** Where the cells of each row lead in the Shopify admin, by their column's number. */
async function linksOf(
  tx: ShopTransaction,
  shop: string,
  { columns }: CreatedSheet,
  rows: readonly CellValue[][],
): Promise<Record<string, string>[]> {
  const links = rows.map((): Record<string, string> => ({}));
  for (const [column, { kind }] of columns.entries()) {
    const target = kind && TARGETS[kind];
    if (!target || rows.length === 0) continue;
    const texts = rows.map((cells) => String(cells[column] ?? ""));
    const found = await tx.$client.query<{ key: string; id: string }>(target.sql, [
      shop,
      [...new Set(texts)],
    ]);
    const ids = new Map(found.rows.map(({ key, id }) => [key, id]));
    for (const [index, text] of texts.entries()) {
      const id = ids.get(text);
      if (id !== undefined)
        (links[index] as Record<string, string>)[column] = adminAddress(shop, `${target.path}${id}`);
    }
  }
  return links;
}
