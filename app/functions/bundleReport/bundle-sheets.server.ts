import type { ReportContext, ReportPeriod, ReportSheet } from "~/core/reports/report-declaration.server";
import { inOneBatch } from "~/core/reports/report-rows";
import { formatInstant } from "~/platform/dates/instant";
import { cents } from "~/platform/money/cents";
import { toUnits } from "~/platform/money/decimal";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import { type BundleLine, readBundleLines } from "./read-bundle-lines.server";
import type { BundleSums, Sold } from "./sum-up-bundles.server";

type Columns = ReportSheet["columns"];

const ORDER: Columns = [
  { title: "Order", width: 12 },
  { title: "Date", width: 18 },
  { title: "Payment", width: 20 },
  { title: "Fulfillment", width: 20 },
];
const BUNDLE: Columns = [
  { title: "Bundle SKU", width: 24 },
  { title: "Bundle", width: 40 },
];
const COMPONENT: Columns = [
  { title: "SKU", width: 24 },
  { title: "Component", width: 40 },
];
/** How much was sold. */
const SALES: Columns = [
  { title: "Units", width: 10 },
  { title: "Removed units", width: 14 },
  { title: "Sales", width: 14 },
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
    columns: [...ORDER, ...BUNDLE, ...BUNDLES, ...COMPONENTS, ...SALES],
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
    columns: [...COMPONENT, ...ORDERS, ...SALES],
    ...sumRows(components, (sold) => [sold.sku, sold.title, sold.orders, ...sumCells(sold, context)]),
  },
  {
    name: "Components by order",
    columns: [...ORDER, ...BUNDLE, ...COMPONENT, ...SALES],
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
  ];
}

const componentRow = (line: BundleLine, context: ReportContext): CellValue[] => [
  ...orderCells(line, context),
  ...bundleCells(line),
  line.sku ?? "",
  line.title,
  ...lineCells([line], context),
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
