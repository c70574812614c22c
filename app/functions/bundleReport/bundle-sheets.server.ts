import type { ReportContext, ReportPeriod, ReportSheet } from "~/core/reports/report-declaration.server";
import { inOneBatch } from "~/core/reports/report-rows";
import { formatInstant } from "~/platform/dates/instant";
import { cents } from "~/platform/money/cents";
import { toUnits } from "~/platform/money/decimal";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import { type BundleLine, readBundleLines } from "./read-bundle-lines.server";
import type { BundleSums, Sold } from "./sum-up-bundles.server";

const ORDER_COLUMNS = [
  { title: "Order", width: 12 },
  { title: "Date", width: 18 },
  { title: "Payment", width: 20 },
  { title: "Fulfillment", width: 20 },
];

/** The sheets of the Bundle Report: sums by bundle, then each bundle of each order. */
export const bundleSheets = (
  sums: BundleSums,
  period: ReportPeriod,
  context: ReportContext,
): [ReportSheet, ReportSheet] => [
  {
    name: "Bundles",
    columns: [
      { title: "Bundle SKU", width: 24 },
      { title: "Bundle", width: 40 },
      { title: "Orders", width: 10 },
      { title: "Bundles", width: 10 },
      { title: "Units", width: 10 },
      { title: "Removed units", width: 14 },
      { title: "Sales", width: 14 },
    ],
    total: sums.bundles.length,
    rows: inOneBatch(
      sums.bundles.map((sold) => [
        sold.sku,
        sold.title,
        sold.orders,
        sold.quantity,
        sold.units,
        sold.units - sold.currentUnits,
        moneyOf(sold.totalCents, context),
      ]),
    ),
  },
  {
    name: "Bundles by order",
    columns: [
      ...ORDER_COLUMNS,
      { title: "Bundle SKU", width: 24 },
      { title: "Bundle", width: 40 },
      { title: "Bundles", width: 10 },
      { title: "Components", width: 12 },
      { title: "Units", width: 10 },
      { title: "Removed units", width: 14 },
      { title: "Sales", width: 14 },
    ],
    total: sums.bundleRows,
    rows: mapBatches(readBundleLines(period, context), (lines) =>
      groupsOf(lines).map((group) => bundleRow(group, context)),
    ),
  },
];

/** The sheets of the Component Report: sums by component, then each component of each order. */
export const componentSheets = (
  sums: BundleSums,
  period: ReportPeriod,
  context: ReportContext,
): [ReportSheet, ReportSheet] => [
  {
    name: "Components",
    columns: [
      { title: "SKU", width: 24 },
      { title: "Component", width: 40 },
      { title: "Orders", width: 10 },
      { title: "Units", width: 10 },
      { title: "Removed units", width: 14 },
      { title: "Sales", width: 14 },
    ],
    total: sums.components.length,
    rows: inOneBatch(
      sums.components.map((sold: Sold) => [
        sold.sku,
        sold.title,
        sold.orders,
        sold.units,
        sold.units - sold.currentUnits,
        moneyOf(sold.totalCents, context),
      ]),
    ),
  },
  {
    name: "Components by order",
    columns: [
      ...ORDER_COLUMNS,
      { title: "Bundle SKU", width: 24 },
      { title: "Bundle", width: 40 },
      { title: "SKU", width: 24 },
      { title: "Component", width: 40 },
      { title: "Units", width: 10 },
      { title: "Removed units", width: 14 },
      { title: "Sales", width: 14 },
    ],
    total: sums.componentRows,
    rows: mapBatches(readBundleLines(period, context), (lines) =>
      lines.map((line) => componentRow(line, context)),
    ),
  },
];

const moneyOf = (amount: number, { shop }: ReportContext): number => toUnits(cents(amount), shop.currency);

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
    first.group_sku ?? "",
    first.group_title ?? "",
    first.group_quantity ?? 1,
    lines.length,
    sumOf(lines, ({ quantity }) => quantity),
    sumOf(lines, (line) => line.quantity - line.current_quantity),
    moneyOf(
      sumOf(lines, (line) => Number(line.total_cents)),
      context,
    ),
  ];
}

const componentRow = (line: BundleLine, context: ReportContext): CellValue[] => [
  ...orderCells(line, context),
  line.group_sku ?? "",
  line.group_title ?? "",
  line.sku ?? "",
  line.title,
  line.quantity,
  line.quantity - line.current_quantity,
  moneyOf(Number(line.total_cents), context),
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
