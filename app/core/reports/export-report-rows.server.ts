import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { reportExported } from "~/core/exports/export-job.server";
import type { Exported } from "~/core/exports/list-export.server";
import { createdOn } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { type CellValue, fileTimestamp, slug } from "~/platform/sheets/spreadsheet";
import type { ReportDefinition } from "./define-report.server";
import { findRows, findSheet, orderOf, type ShownRows } from "./read-report-rows.server";
import { describeInput } from "./report-period.server";
import { columnNumber, MAX_KEPT_ROWS } from "./results";

/** A column without a width is as wide as its title. */
const MIN_WIDTH = 14;

/**
 * The rows that the page shows of a sheet, in its order, for a spreadsheet that the browser writes. The audit records the export.
 * @throws 404 for a result that isn't this report's or has no such sheet, 400 for an order or a column that the sheet doesn't have
 */
export function exportReportRows(
  { shop, administrator, clock }: CallContext,
  definition: ReportDefinition,
  shown: ShownRows,
): Promise<Exported> {
  return withShop(shop.domain, async (tx) => {
    const { sheet, data } = await findSheet(tx, shop.domain, definition, shown);
    const { where, values } = findRows(shop.domain, sheet, shown);
    const { rows } = await tx.$client.query<{ cells: CellValue[] }>(
      `SELECT cells FROM report_rows WHERE ${where} ORDER BY ${orderOf(sheet, shown.sort)}`,
      values,
    );
    const now = clock.now();
    const parameters = describeInput(definition, data);
    const lines = narrowingLines(sheet, shown);
    await recordAudit(tx, shop.domain, reportExported, {
      actor: administrator,
      subject: { type: jobSubject, id: shown.run },
      before: null,
      after: {
        report: `${definition.title}, ${sheet.name}`,
        rows: rows.length,
        which: lines.length > 0 ? "a part of the sheet" : "the whole sheet",
      },
      jobId: shown.run,
      flag: definition.flag,
    });
    const titles = sheet.columns.map(({ title }) => title);
    return {
      data: rows.map(({ cells }) =>
        Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ""])),
      ),
      fileName: `${slug(`${definition.title} ${sheet.name}`)}_${fileTimestamp(now)}.xlsx`,
      frame: {
        name: sheet.name,
        columns: titles.map((title) => ({ title, width: Math.max(MIN_WIDTH, title.length + 2) })),
        report: {
          title: `${definition.title}: ${sheet.name}`,
          lines: [createdOn(now, shop.timeZone), ...(parameters ? [parameters] : []), ...lines],
        },
      },
    };
  });
}

/** What narrows the rows, one line each. */
function narrowingLines(
  sheet: { columns: readonly { title: string }[]; rows: number },
  { search, columns }: Pick<ShownRows, "search" | "columns">,
): string[] {
  return [
    ...(search ? [`Search: ${search}`] : []),
    ...Object.entries(columns).map(([key, text]) => `${sheet.columns[columnNumber(key)]?.title}: ${text}`),
    ...(sheet.rows > MAX_KEPT_ROWS
      ? [`The first ${MAX_KEPT_ROWS.toLocaleString("en-US")} rows of the sheet`]
      : []),
  ];
}
