import { and, eq } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { syncs } from "~/core/syncs/tables.server";
import { adminAddress } from "~/platform/admin-address";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, notFound } from "~/platform/errors";
import { assertSort } from "~/platform/list";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import type { ReportDefinition } from "./define-report.server";
import { type ReportData, reportData } from "./report-period.server";
import { type ColumnKind, columnNumber, listOfSheet } from "./results";
import type { CreatedSheet, ReportRows } from "./schemas";

/** Which rows of a sheet a page shows, and in which order. */
export interface ShownRows {
  run: string;
  /** The sheet's number, from 0. */
  sheet: number;
  search: string;
  /** The texts of columns, by their key: only rows with exactly these. */
  columns: Readonly<Record<string, string>>;
  /** As the list of the sheet has it. Empty is the sheet's own order. */
  sort: string;
}

/** How many points a chart has at most. */
const MAX_POINTS = 60;

/** How many texts of a column a page offers to filter by. */
const MAX_CHOICES = 200;

/**
 * A page of the rows of a sheet, and what its chart shows.
 * @throws 404 for a result that isn't this report's or has no such sheet, 400 for an order or a column that the sheet doesn't have
 */
export function readReportRows(
  { shop }: CallContext,
  definition: ReportDefinition,
  { page, pageSize, ...shown }: ShownRows & { page: number; pageSize: number },
): Promise<ReportRows> {
  return withShop(shop.domain, async (tx) => {
    const { sheet } = await findSheet(tx, shop.domain, definition, shown);
    const found = findRows(shop.domain, sheet, shown);
    const { rows } = await tx.$client.query<{ position: number; cells: CellValue[] }>(
      `SELECT position, cells FROM report_rows WHERE ${found.where}
        ORDER BY ${orderOf(sheet, shown.sort)} LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
      found.values,
    );
    const targets = await targetsOf(
      tx,
      shop.domain,
      sheet,
      rows.map(({ cells }) => cells),
    );
    const { points, total: charted } = await readChart(tx, sheet, found);
    return {
      total: await countRows(tx, found),
      list: rows.map(({ position, cells }, index) => ({
        id: String(position),
        cells,
        links: targets[index]?.links ?? {},
        names: targets[index]?.names ?? {},
      })),
      chart: points,
      charted,
      choices: await readChoices(tx, shop.domain, sheet, shown),
    };
  });
}

/** In SQL, what is shown of a sheet. */
export interface FoundRows {
  where: string;
  values: unknown[];
}

/** @throws 400 for a column that the sheet doesn't have */
export function findRows(
  shop: string,
  sheet: CreatedSheet,
  { run, sheet: number, search, columns }: Omit<ShownRows, "sort">,
): FoundRows {
  const values: unknown[] = [shop, run, number, search];
  const narrowed = Object.entries(columns).map(([key, text]) => {
    const column = columnNumber(key);
    if (!sheet.columns[column]) throw badRequest(`This sheet has no column "${key}".`);
    values.push(text);
    return ` AND cells ->> ${column} = $${values.length}`;
  });
  // Looking into each row's cells takes ten times as long as looking for the text in the row.
  const mayContain = /[\\"]/.test(search) ? "" : "strpos(lower(cells::text), lower($4)) > 0 AND";
  return {
    where: `shop = $1 AND run_id = $2 AND sheet = $3
              AND ($4 = '' OR ${mayContain} EXISTS (SELECT FROM jsonb_array_elements_text(cells) AS cell WHERE strpos(lower(cell), lower($4)) > 0))${narrowed.join("")}`,
    values,
  };
}

/** Apart from the rows, because a page behind the last one has none. */
async function countRows(tx: ShopTransaction, { where, values }: FoundRows): Promise<number> {
  const { rows } = await tx.$client.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM report_rows WHERE ${where}`,
    values,
  );
  return rows[0]?.total ?? 0;
}

/** The texts of the columns that the page filters by, most frequent first. A column's own filter doesn't narrow its choices. */
async function readChoices(
  tx: ShopTransaction,
  shop: string,
  sheet: CreatedSheet,
  shown: ShownRows,
): Promise<ReportRows["choices"]> {
  const choices: ReportRows["choices"] = {};
  for (const title of sheet.filters ?? []) {
    const column = sheet.columns.findIndex((each) => each.title === title);
    const { [`c${column}`]: _own, ...columns } = shown.columns;
    const { where, values } = findRows(shop, sheet, { ...shown, columns });
    const { rows } = await tx.$client.query<{ text: string; count: number }>(
      `SELECT cells ->> ${column} AS text, count(*)::int AS count FROM report_rows
        WHERE ${where} AND cells ->> ${column} <> '' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_CHOICES}`,
      values,
    );
    choices[`c${column}`] = rows;
  }
  return choices;
}

/** @throws 404 for a result that isn't this report's or has no such sheet */
export async function findSheet(
  tx: ShopTransaction,
  shop: string,
  definition: ReportDefinition,
  { run, sheet: number }: Pick<ShownRows, "run" | "sheet">,
): Promise<{ sheet: CreatedSheet; data: ReportData }> {
  const [stored] = await tx
    .select({ data: syncs.data })
    .from(syncs)
    .where(and(eq(syncs.shop, shop), eq(syncs.id, run), eq(syncs.section, definition.name)));
  const data = stored && reportData.parse(stored.data);
  const sheet = data?.result?.sheets[number];
  if (!sheet) throw notFound("This report has no such sheet.");
  return { sheet, data };
}

/** In SQL. JSON numbers are ordered as numbers, and texts as texts. Dates are texts as sheets write them. */
export function orderOf(sheet: CreatedSheet, sort: string): string {
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

interface Chart {
  points: ReportRows["chart"];
  /** How many points there are in all. */
  total: number;
}

async function readChart(
  tx: ShopTransaction,
  { columns, chart }: CreatedSheet,
  found: FoundRows,
): Promise<Chart> {
  if (!chart) return { points: null, total: 0 };
  const [name, value] = [chart.name, chart.value].map((title) =>
    columns.findIndex((column) => column.title === title),
  );
  // Days in their order, and names with the longest bar first.
  const order = columns[name as number]?.kind === "moment" ? "min(position)" : "2 DESC, 1";
  const { rows } = await tx.$client.query<{ name: string; value: number; total: number }>(
    `SELECT cells ->> ${name} AS name, sum((cells ->> ${value})::numeric)::float8 AS value, (count(*) OVER ())::int AS total
       FROM report_rows WHERE ${found.where} GROUP BY 1 ORDER BY ${order} LIMIT ${MAX_POINTS}`,
    found.values,
  );
  return { points: rows.map(({ name, value }) => ({ name, value })), total: rows[0]?.total ?? 0 };
}

/**
 * Finds what a page's cells of a kind name, by an index. `$1` are the shop, and `$2` the texts. A customer's cell has their number, so
 * that a report stores no name.
 */
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
  customer: {
    sql: `SELECT id::text AS key, id, coalesce(nullif(display_name, ''), email) AS name FROM customers_of_shop
           WHERE shop = $1 AND id = ANY(SELECT text::bigint FROM unnest($2::text[]) AS text WHERE text ~ '^[0-9]{1,18}$')`,
    path: "/customers/",
  },
};

/** Where the cells of a row lead in the Shopify admin, and what is shown instead of their texts, by their column's number. */
interface Targets {
  links: Record<string, string>;
  names: Record<string, string>;
}

async function targetsOf(
  tx: ShopTransaction,
  shop: string,
  { columns }: CreatedSheet,
  rows: readonly CellValue[][],
): Promise<Targets[]> {
  const targets = rows.map((): Targets => ({ links: {}, names: {} }));
  for (const [column, { kind }] of columns.entries()) {
    const target = kind && TARGETS[kind];
    if (!target || rows.length === 0) continue;
    const texts = rows.map((cells) => String(cells[column] ?? ""));
    const found = await tx.$client.query<{ key: string; id: string; name?: string }>(target.sql, [
      shop,
      [...new Set(texts)],
    ]);
    const byText = new Map(found.rows.map((row) => [row.key, row]));
    for (const [index, text] of texts.entries()) {
      const row = byText.get(text);
      if (!row) continue;
      const { links, names } = targets[index] as Targets;
      links[column] = adminAddress(shop, `${target.path}${row.id}`);
      if (row.name) names[column] = row.name;
    }
  }
  return targets;
}
