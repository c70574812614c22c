import { withShop } from "~/platform/db/with-shop.server";
import { FILES_KEPT_DAYS } from "~/platform/files/writer.server";
import { definePruning, olderThan } from "~/platform/jobs/prune.server";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import type { RowBatches } from "~/platform/sheets/streamed-workbook.server";
import { cellText } from "~/platform/sheets/workbook";
import type { ReportSheet } from "./report-declaration.server";
import { MAX_KEPT_ROWS } from "./results";

/**
 * Keeps the first rows of each sheet for the report's page while they are written into the workbook. An attempt begins without the rows
 * of the one before it.
 * @returns the sheets to write
 */
export async function keepRows(
  shop: string,
  runId: string,
  sheets: readonly ReportSheet[],
): Promise<ReportSheet[]> {
  await withShop(shop, (tx) =>
    tx.$client.query("DELETE FROM report_rows WHERE shop = $1 AND run_id = $2", [shop, runId]),
  );
  return sheets.map((sheet, number) => ({ ...sheet, rows: kept(sheet.rows, { shop, runId, number }) }));
}

async function* kept(
  batches: RowBatches,
  { shop, runId, number }: { shop: string; runId: string; number: number },
): RowBatches {
  let count = 0;
  for await (const rows of batches) {
    const first = rows.slice(0, MAX_KEPT_ROWS - count);
    if (first.length > 0)
      await withShop(shop, (tx) =>
        tx.$client.query(
          `INSERT INTO report_rows (shop, run_id, sheet, position, cells)
           SELECT $1, $2, $3, $4 + number, cells FROM jsonb_array_elements($5::jsonb) WITH ORDINALITY AS row (cells, number)`,
          [shop, runId, number, count, JSON.stringify(first.map((row) => row.map(storable)))],
        ),
      );
    count += first.length;
    yield rows;
  }
}

/** A sheet's cell is a number that is finite, or text without what neither XML nor PostgreSQL can hold. */
const storable = (value: CellValue): CellValue =>
  typeof value === "string" ? cellText(value) : Number.isFinite(value) ? value : "";

export const forgetReportRows = definePruning({
  name: "reports.forget-rows",
  cron: "40 3 * * *",
  what: "Rows of reports that their pages show",
  days: FILES_KEPT_DAYS,
  rows: [
    {
      table: "report_rows",
      where: `run_id IN (SELECT id FROM runs WHERE runs.shop = old.shop AND ${olderThan("started_at", FILES_KEPT_DAYS)})`,
    },
  ],
});
