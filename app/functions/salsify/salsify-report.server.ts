import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import type { Delivery } from "~/core/exports/delivery";
import { defineReport } from "~/core/reports/define-report.server";
import { inOneBatch, limitRows } from "~/core/reports/list-reports.server";
import type { ReportContext, ReportSheet } from "~/core/reports/report-declaration.server";
import { startReport } from "~/core/reports/start-report.server";
import { requireProducts } from "~/domain/products/read-products.server";
import { formatInstant } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { MAX_REPORT_ROWS } from "~/platform/sheets/spreadsheet";
import { pluralize } from "~/platform/text/pluralize";
import { changesOmitted, displayValue, FIRST_REPORT, NONE_ACTIVE } from "./fields";
import {
  beginSnapshot,
  countActiveProducts,
  finishSnapshot,
  readChanges,
  readValues,
  type Snapshot,
  type ValueChange,
} from "./snapshot.server";
import { readActiveFields, type StoredField } from "./stored-fields.server";

/** The values of the monitored metafields of active products, and what changed in them since the last report. */
export const salsifyReport = defineReport<Record<string, never>>({
  name: "salsify",
  title: "Salsify report",
  flag: "showSalsify",
  path: "/salsify",
  days: null,
  options: z.object({}),
  describeOptions: () => "Monitored metafields",
  async build(_request, context) {
    const { domain, timeZone } = context.shop;
    const monitored = await withShop(domain, async (tx) => {
      await requireProducts(tx, domain);
      return readActiveFields(tx, domain);
    });
    if (monitored.length === 0) throw badRequest(NONE_ACTIVE);
    const fields = monitored.map(({ field }) => field);
    const last = await beginSnapshot(context, fields);
    const comparable = fields.filter((field) => last?.fields.includes(field));
    const past = last && comparable.length > 0 ? last : null;
    const counts: Counts = { products: 0, changes: 0, filled: new Map() };
    const since = past && formatInstant(past.takenAt, timeZone).dateTime;
    return {
      sheets: [
        await valuesSheet(context, monitored, counts),
        changesSheet(context, monitored, past, counts),
        completenessSheet(fields, counts),
      ],
      notes: notesOf(since, comparable, fields),
      summarize: () =>
        `${pluralize(counts.products, "product")} with ${pluralize(fields.length, "monitored metafield")}. ` +
        (since ? `${pluralize(counts.changes, "change")} since ${since}.` : FIRST_REPORT),
      figures: () => [
        { name: "Products", value: counts.products, unit: "count" },
        { name: "Missing values", value: missingIn(counts, fields), unit: "count" },
        { name: "Changes", value: counts.changes, unit: "count" },
      ],
      alsoIn: (tx) => finishSnapshot(tx, context, last),
    };
  },
});

interface Counts {
  products: number;
  changes: number;
  /** By product type: its products, and how many of them have a value of each field. */
  filled: Map<string, { products: number; byField: number[] }>;
}

function countFilled({ filled }: Counts, productType: string, texts: readonly string[]): void {
  const sums = filled.get(productType) ?? { products: 0, byField: texts.map(() => 0) };
  filled.set(productType, sums);
  sums.products += 1;
  for (const [index, text] of texts.entries())
    if (text !== "") sums.byField[index] = (sums.byField[index] ?? 0) + 1;
}

function missingIn({ filled }: Counts, fields: readonly string[]): number {
  let missing = 0;
  for (const { products, byField } of filled.values())
    missing += products * fields.length - byField.reduce((sum, count) => sum + count, 0);
  return missing;
}

async function valuesSheet(
  context: ReportContext,
  monitored: readonly StoredField[],
  counts: Counts,
): Promise<ReportSheet> {
  const fields = monitored.map(({ field }) => field);
  async function* rows() {
    for await (const products of readValues(context, fields)) {
      counts.products += products.length;
      yield products.map(({ handle, title, productType, skus, metafields }) => {
        const texts = monitored.map(({ field, delimiter }) => textOf(metafields[field], delimiter));
        countFilled(counts, productType, texts);
        return [handle, title, [...new Set(skus)].join(", "), ...texts];
      });
    }
  }
  return {
    name: "Values",
    columns: [
      { title: "Handle", width: 30, kind: "handle" },
      { title: "Title", width: 36 },
      { title: "SKUs", width: 28 },
      ...fields.map((field) => ({ title: field, width: Math.min(Math.max(field.length + 2, 16), 40) })),
    ],
    rows: rows(),
    total: await countActiveProducts(context.shop.domain),
  };
}

/** @param past the report to compare with. Null for the first one */
function changesSheet(
  context: ReportContext,
  monitored: readonly StoredField[],
  past: Snapshot | null,
  counts: Counts,
): ReportSheet {
  const delimiters = new Map(monitored.map(({ field, delimiter }) => [field, delimiter]));
  async function* rows(since: Snapshot) {
    for await (const changes of readChanges(context, since)) {
      counts.changes += changes.length;
      yield changes.map(({ handle, title, field, before, after, note }) => [
        handle,
        title,
        field,
        textOf(before, delimiters.get(field)),
        textOf(after, delimiters.get(field)),
        note,
      ]);
    }
  }
  return {
    name: "Changes",
    columns: [
      { title: "Handle", width: 30, kind: "handle" },
      { title: "Title", width: 36 },
      { title: "Metafield", width: 28 },
      { title: "Before", width: 36 },
      { title: "After", width: 36 },
      { title: "Note", width: 20 },
    ],
    filters: ["Metafield", "Note"],
    // 50,000 products can change more than a sheet holds. A report that fails would compare with the same values the next time.
    rows: past
      ? limitRows(rows(past), MAX_REPORT_ROWS, (count) => [changesOmitted(count)])
      : inOneBatch([[FIRST_REPORT]]),
    total: 0,
  };
}

/** How many products of each type have a value of each metafield. Its rows are counted while the values are written. */
function completenessSheet(fields: readonly string[], { filled }: Counts): ReportSheet {
  async function* rows() {
    const types = [...filled].sort(([a], [b]) => a.localeCompare(b, "en"));
    for (const [index, field] of fields.entries())
      yield types.map(([productType, { products, byField }]) => {
        const count = byField[index] ?? 0;
        return [field, productType, products, count, products - count, Math.round((100 * count) / products)];
      });
  }
  return {
    name: "Completeness",
    isOpenedFirst: true,
    columns: [
      { title: "Metafield", width: 28 },
      { title: "Product type", width: 28 },
      { title: "Products", width: 12 },
      { title: "With a value", width: 14 },
      { title: "Missing", width: 12 },
      { title: "Complete (%)", width: 14 },
    ],
    chart: { name: "Metafield", value: "Missing" },
    filters: ["Metafield", "Product type"],
    sort: { by: "Complete (%)", descending: false },
    rows: rows(),
    total: 0,
  };
}

const textOf = (value: ValueChange["after"] | undefined, delimiter = ""): string =>
  value ? displayValue(value, delimiter) : "";

function notesOf(since: string | null, comparable: readonly string[], fields: readonly string[]): string[] {
  const added = fields.filter((field) => !comparable.includes(field));
  return [
    "Products with the status Active are included, as they were in Backroom's copy of the store when the report was created.",
    "The items of a list, and what a metafield's delimiter separates, are joined by semicolons.",
    "A reference to a file, a product or another record is shown as Shopify's id.",
    ...(since
      ? [
          `Changes compares with the report of ${since}. A value that changed and changed back in between isn't listed.`,
          "All values of a product that is new in the report, or is no longer active, are listed with that note.",
          ...(added.length > 0
            ? [`Monitored since then, and compared from the next report on: ${added.join(", ")}.`]
            : []),
        ]
      : [FIRST_REPORT]),
  ];
}

/**
 * Starts the report. What it would fail with is refused here rather than by its run.
 * @throws 400 when no metafield is monitored or a recipient can't open the link, 409 until the mirror of the products is complete
 */
export async function generateReport(context: CallContext, delivery: Delivery) {
  const { domain } = context.shop;
  await withShop(domain, async (tx) => {
    const fields = await readActiveFields(tx, domain);
    if (fields.length === 0) throw badRequest(NONE_ACTIVE);
    await requireProducts(tx, domain);
  });
  return startReport(context, salsifyReport, { dates: null, options: {}, delivery });
}
