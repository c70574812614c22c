import { addDays, min } from "date-fns";
import { inOneBatch } from "~/core/reports/list-reports.server";
import type { ReportContext, ReportPeriod, ReportSheet } from "~/core/reports/report-declaration.server";
import { firstOrder } from "~/domain/orders/read-orders.server";
import { formatInstant } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { cents } from "~/platform/money/cents";
import { toUnits } from "~/platform/money/decimal";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import { type BundleLine, IS_SOLD, readBundleLines } from "./read-bundle-lines.server";

/** What was sold of one bundle or one component. */
export interface Sold {
  sku: string;
  title: string;
  orders: number;
  /** Bundles, or units of the component. */
  quantity: number;
  /** Units in all, without those that were removed or refunded. */
  currentUnits: number;
  units: number;
  totalCents: number;
}

/** The sums of a period. */
interface BundleSums {
  /** Orders with at least one bundle. */
  orders: number;
  bundles: Sold[];
  components: Sold[];
  /** The rows of the sheets with single bundles and lines. */
  bundleRows: number;
  componentRows: number;
}

/**
 * Sums up the bundles of a period by SKU and title, day by day: each statement stays short, and an order is in one day only, so that
 * the days' counts of orders can be added.
 */
export async function sumUpBundles(period: ReportPeriod, context: ReportContext): Promise<BundleSums> {
  const { shop, signal } = context;
  const bundles = new Map<string, Sold>();
  const components = new Map<string, Sold>();
  const sums = { orders: 0, bundleRows: 0, componentRows: 0 };
  // A period may begin in the year 1000 and end in the year 9999.
  const end = min([period.end, addDays(new Date(), 1)]);
  const first = await firstOrderSince(shop.domain, period.start);
  for (let start = first ?? end; start < end; start = addDays(start, 1)) {
    signal.throwIfAborted();
    const day = [start, min([addDays(start, 1), end])];
    const { rows } = await withShop(shop.domain, (tx) => tx.$client.query<DayRow>(SUM_OF_DAY, day));
    for (const row of rows) {
      if (row.kind === "orders") sums.orders += row.orders;
      else {
        add(row.kind === "bundle" ? bundles : components, row);
        sums[row.kind === "bundle" ? "bundleRows" : "componentRows"] += row.rows;
      }
    }
  }
  return { ...sums, bundles: mostFirst(bundles), components: mostFirst(components) };
}

async function firstOrderSince(domain: string, start: Date): Promise<Date | null> {
  const { rows } = await withShop(domain, (tx) =>
    tx.$client.query<{ first: Date | null }>(`SELECT (${firstOrder("$1")}) AS first`, [start]),
  );
  return rows[0]?.first ?? null;
}

interface DayRow {
  kind: "orders" | "bundle" | "component";
  sku: string;
  title: string;
  rows: number;
  orders: number;
  quantity: number;
  units: number;
  current_units: number;
  total_cents: string;
}

/** The lines of a bundle are its components. Lines with the same group are one bundle, sold `group_quantity` times. */
const SUM_OF_DAY = `
  WITH line AS MATERIALIZED (
    SELECT l.order_id, l.group_id, coalesce(l.group_sku, '') AS group_sku, coalesce(l.group_title, '') AS group_title,
           coalesce(l.group_quantity, 1) AS group_quantity, coalesce(l.sku, '') AS sku, l.title, l.quantity, l.current_quantity,
           l.total_cents
      FROM orders_of_shop AS o JOIN order_lines_of_shop AS l ON l.order_id = o.id
     WHERE ${IS_SOLD} AND l.group_id IS NOT NULL
  ), bundle AS (
    SELECT order_id, min(group_sku) AS sku, min(group_title) AS title, min(group_quantity) AS quantity, sum(quantity) AS units,
           sum(current_quantity) AS current_units, sum(total_cents) AS total_cents
      FROM line GROUP BY order_id, group_id
  )
  SELECT 'orders' AS kind, '' AS sku, '' AS title, 0 AS rows, count(DISTINCT order_id)::int AS orders, 0 AS quantity, 0 AS units,
         0 AS current_units, '0' AS total_cents FROM line
  UNION ALL
  SELECT 'bundle', sku, title, count(*)::int, count(DISTINCT order_id)::int, sum(quantity)::int, sum(units)::int,
         sum(current_units)::int, sum(total_cents)::text FROM bundle GROUP BY sku, title
  UNION ALL
  SELECT 'component', sku, title, count(*)::int, count(DISTINCT order_id)::int, sum(quantity)::int, sum(quantity)::int,
         sum(current_quantity)::int, sum(total_cents)::text FROM line GROUP BY sku, title`;

function add(sums: Map<string, Sold>, row: DayRow): void {
  const { sku, title } = row;
  const key = JSON.stringify([sku, title]);
  const sum = sums.get(key) ?? {
    sku,
    title,
    orders: 0,
    quantity: 0,
    units: 0,
    currentUnits: 0,
    totalCents: 0,
  };
  sums.set(key, sum);
  sum.orders += row.orders;
  sum.quantity += row.quantity;
  sum.units += row.units;
  sum.currentUnits += row.current_units;
  sum.totalCents += Number(row.total_cents);
}

const mostFirst = (sums: Map<string, Sold>): Sold[] =>
  [...sums.values()].sort((a, b) => b.quantity - a.quantity || a.sku.localeCompare(b.sku, "en"));

type Columns = ReportSheet["columns"];

const ORDER: Columns = [
  { title: "Order", width: 12, kind: "order" },
  { title: "Date", width: 18, kind: "moment" },
  { title: "Payment", width: 20 },
  { title: "Fulfillment", width: 20 },
];

const BUNDLE: Columns = [
  { title: "Bundle SKU", width: 24, kind: "sku" },
  { title: "Bundle", width: 40 },
];

const COMPONENT: Columns = [
  { title: "SKU", width: 24, kind: "sku" },
  { title: "Component", width: 40 },
];

const CUSTOMER: Columns = [{ title: "Customer", width: 18, kind: "customer" }];

/** How much was sold. */
const SALES: Columns = [
  { title: "Units", width: 10 },
  { title: "Removed units", width: 14 },
  { title: "Sales", width: 14, kind: "money" },
];

const ORDERS: Columns = [{ title: "Orders", width: 10 }];

const BUNDLES: Columns = [{ title: "Bundles", width: 10 }];

const COMPONENTS: Columns = [{ title: "Components", width: 12 }];

/** The sheets of the Bundle Report: sums by bundle, then each bundle of each order. */
export const bundleSheets = (
  { bundles, bundleRows }: BundleSums,
  period: ReportPeriod,
  context: ReportContext,
): [ReportSheet, ReportSheet] => [
  {
    name: "Bundles",
    chart: { name: "Bundle", value: "Bundles" },
    columns: [...BUNDLE, ...ORDERS, ...BUNDLES, ...SALES],
    ...sumRows(bundles, (sold) => [
      sold.sku,
      sold.title,
      sold.orders,
      sold.quantity,
      ...sumCells(sold, context),
    ]),
  },
  {
    name: "Bundles by order",
    columns: [...ORDER, ...BUNDLE, ...BUNDLES, ...COMPONENTS, ...SALES, ...CUSTOMER],
    filters: ["Payment", "Fulfillment", "Bundle"],
    total: bundleRows,
    rows: mapBatches(readBundleLines(period, context), (lines) =>
      groupsOf(lines).map((group) => bundleRow(group, context)),
    ),
  },
];

/** The sheets of the Component Report: sums by component, then each component of each order. */
export const componentSheets = (
  { components, componentRows }: BundleSums,
  period: ReportPeriod,
  context: ReportContext,
): [ReportSheet, ReportSheet] => [
  {
    name: "Components",
    chart: { name: "Component", value: "Units" },
    columns: [...COMPONENT, ...ORDERS, ...SALES],
    ...sumRows(components, (sold) => [sold.sku, sold.title, sold.orders, ...sumCells(sold, context)]),
  },
  {
    name: "Components by order",
    columns: [...ORDER, ...BUNDLE, ...COMPONENT, ...SALES, ...CUSTOMER],
    filters: ["Payment", "Fulfillment", "Component"],
    total: componentRows,
    rows: mapBatches(readBundleLines(period, context), (lines) =>
      lines.map((line) => componentRow(line, context)),
    ),
  },
];

const sumRows = (sums: readonly Sold[], rowOf: (sold: Sold) => CellValue[]) => ({
  total: sums.length,
  rows: inOneBatch(sums.map(rowOf)),
});

const moneyOf = (amount: number, { shop }: ReportContext): number => toUnits(cents(amount), shop.currency);

/** The cells of `SALES`. */
const salesCells = (
  { units, removed, cents: amount }: { units: number; removed: number; cents: number },
  context: ReportContext,
): CellValue[] => [units, removed, moneyOf(amount, context)];

const sumCells = ({ units, currentUnits, totalCents }: Sold, context: ReportContext): CellValue[] =>
  salesCells({ units, removed: units - currentUnits, cents: totalCents }, context);

const lineCells = (lines: readonly BundleLine[], context: ReportContext): CellValue[] =>
  salesCells(
    {
      units: sumOf(lines, ({ quantity }) => quantity),
      removed: sumOf(lines, (line) => line.quantity - line.current_quantity),
      cents: sumOf(lines, (line) => Number(line.total_cents)),
    },
    context,
  );

const bundleCells = ({ group_sku, group_title }: BundleLine): CellValue[] => [
  group_sku ?? "",
  group_title ?? "",
];

const orderCells = (line: BundleLine, { shop }: ReportContext): CellValue[] => [
  line.order_name,
  formatInstant(line.processed_at, shop.timeZone).dateTime,
  line.financial_status,
  line.fulfillment_status,
];

const sumOf = (lines: readonly BundleLine[], value: (line: BundleLine) => number): number =>
  lines.reduce((sum, line) => sum + value(line), 0);

function bundleRow(lines: readonly [BundleLine, ...BundleLine[]], context: ReportContext): CellValue[] {
  const [first] = lines;
  return [
    ...orderCells(first, context),
    ...bundleCells(first),
    first.group_quantity ?? 1,
    lines.length,
    ...lineCells(lines, context),
    first.customer_id ?? "",
  ];
}

const componentRow = (line: BundleLine, context: ReportContext): CellValue[] => [
  ...orderCells(line, context),
  ...bundleCells(line),
  line.sku ?? "",
  line.title,
  ...lineCells([line], context),
  line.customer_id ?? "",
];

/** The lines of each bundle. They follow one another. */
function groupsOf(lines: readonly BundleLine[]): [BundleLine, ...BundleLine[]][] {
  const groups: [BundleLine, ...BundleLine[]][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const isSame = last?.[0].order_name === line.order_name && last[0].group_id === line.group_id;
    if (last && isSame) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

async function* mapBatches<T>(
  batches: AsyncIterable<T>,
  rowsOf: (batch: T) => CellValue[][],
): AsyncGenerator<CellValue[][]> {
  for await (const batch of batches) yield rowsOf(batch);
}
