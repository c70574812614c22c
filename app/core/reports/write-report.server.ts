import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject } from "~/core/audit/subjects.server";
import { type SyncContext, saveSyncData } from "~/core/syncs/define-sync.server";
import { requireShop, type Shop } from "~/platform/auth/shops.server";
import { createdOn } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { isDatabaseUnavailable, Refusal } from "~/platform/errors";
import { FILES_KEPT_DAYS } from "~/platform/files/writer.server";
import type { ItemOutcome } from "~/platform/jobs/job.server";
import { definePruning } from "~/platform/jobs/prune.server";
import { writeSheetOfJob } from "~/platform/sheets/sheet-of-job.server";
import {
  type CellValue,
  fileTimestamp,
  type Sheet,
  type SheetFrame,
  slug,
} from "~/platform/sheets/spreadsheet";
import type { RowBatches, WrittenSheet } from "~/platform/sheets/streamed-workbook.server";
import { cellText } from "~/platform/sheets/workbook";
import { reportCreated } from "./audit.server";
import { addRecipient, mailReport, mailReportFailure } from "./mail-report.server";
import type { ReportDeclaration, ReportSheet, ReportWorkbook } from "./report-declaration.server";
import { describeInput, periodOf, type ReportInput, reportData, zoneOf } from "./report-period.server";
import { MAX_KEPT_ROWS } from "./results";
import type { ReportResult } from "./schemas";

/**
 * Creates a report: writes its workbook, and emails everyone who requested it. The file, its audit entry and the emails are
 * committed together. A failure is emailed, too.
 */
export async function writeReport(
  definition: ReportDeclaration<unknown>,
  input: ReportInput,
  context: SyncContext,
): Promise<ItemOutcome> {
  const shop = await requireShop(context.shop);
  const { administrator, jobId } = context;
  await withShop(shop.domain, (tx) => addRecipient(tx, shop.domain, jobId, administrator.id));
  try {
    return await write(definition, input, shop, context);
  } catch (error) {
    // What was interrupted runs again.
    if (!context.signal.aborted && !isDatabaseUnavailable(error)) {
      const reason = error instanceof Refusal ? error.message : "Something went wrong on our side.";
      await withShop(shop.domain, (tx) =>
        mailReportFailure(tx, shop.domain, definition, jobId, {
          parameters: describeInput(definition, input),
          reason,
        }),
      );
    }
    throw error;
  }
}

async function write(
  definition: ReportDeclaration<unknown>,
  input: ReportInput,
  shop: Shop,
  context: SyncContext,
): Promise<ItemOutcome> {
  const { administrator, operationId, signal, jobId } = context;
  const progress = async (done: number, total: number) => {
    await context.progress(done, total);
    if (total > 0) await context.setProgress((100 * done) / total);
  };
  const zone = zoneOf(definition, shop);
  const request = {
    period: input.dates && periodOf(input.dates, zone),
    options: definition.options.parse(input.options),
  };
  const workbook = await definition.build(request, {
    shop,
    administrator,
    runId: jobId,
    operationId,
    signal,
    progress,
  });
  const [first, ...further] = workbook.sheets.map((sheet, number) => ({
    ...sheet,
    rows: kept(sheet.rows, { shop: shop.domain, runId: jobId, number }),
  })) as [ReportSheet, ...ReportSheet[]];
  const now = new Date();
  const parameters = describeInput(definition, input);
  const report = {
    title: definition.title,
    lines: [
      createdOn(now, shop.timeZone),
      ...(parameters ? [parameters] : []),
      ...(input.dates ? [`Days are in the time zone ${zone}.`] : []),
    ],
  };
  const frameOf = ({ name, columns }: ReportSheet): SheetFrame => ({ name, columns, report });
  let summary = "";
  const { format } = reportData.parse(await context.readData());
  await writeSheetOfJob(
    { ...context, progress },
    {
      fileName: fileNameOf(definition, input, now),
      format,
      permission: definition.flag,
      isShared: true,
      frame: { ...frameOf(first), more: notesSheet(workbook.notes) },
      batches: first.rows,
      further: further.map((sheet) => ({ frame: frameOf(sheet), batches: sheet.rows })),
      total: workbook.sheets.reduce((sum, { total }) => sum + total, 0),
      async alsoIn(tx, _rows, file, sheets) {
        summary = workbook.summarize();
        await workbook.alsoIn?.(tx);
        await saveSyncData(tx, shop.domain, jobId, { result: resultOf(workbook, sheets) });
        await mailReport(tx, shop.domain, definition, jobId, { parameters, summary, file });
        await recordAudit(tx, shop.domain, reportCreated, {
          actor: administrator,
          subject: { type: jobSubject, id: jobId },
          before: null,
          after: { report: definition.title, parameters, sheets },
          jobId,
          flag: definition.flag,
        });
      },
    },
  );
  return { state: "done", message: summary || "The file is ready." };
}

/** What the page needs of the report besides its rows. */
const resultOf = (workbook: ReportWorkbook, written: readonly WrittenSheet[]): ReportResult => ({
  sheets: workbook.sheets.map(({ name, columns, chart, filters, isOpenedFirst, sort }, index) => ({
    name,
    columns: columns.map(({ title, kind }) => ({ title, kind })),
    rows: written[index]?.rows ?? 0,
    chart,
    filters: filters && [...filters],
    isOpenedFirst,
    sort,
  })),
  figures: [...(workbook.figures?.() ?? [])],
});

const notesSheet = (notes: readonly string[] = []): Sheet[] =>
  notes.length === 0
    ? []
    : [
        {
          name: "About this report",
          columns: [{ title: "About this report", width: 120 }],
          rows: notes.map((note) => [note]),
        },
      ];

/** `Bundle_report_2026-11-01_2026-11-30_20261201T060000Z.xlsx` */
function fileNameOf({ title }: ReportDeclaration<unknown>, { dates }: ReportInput, now: Date): string {
  const parts = [slug(title), ...(dates ? [dates.dateFrom, dates.dateTo] : []), fileTimestamp(now)];
  return `${parts.join("_")}.xlsx`;
}

/**
 * Keeps the first rows of a sheet for the report's page while they are written into the workbook, without the rows of an earlier attempt.
 * Those of a workbook that is there already stay, because its rows aren't read again.
 */
async function* kept(
  batches: RowBatches,
  { shop, runId, number }: { shop: string; runId: string; number: number },
): RowBatches {
  await withShop(shop, (tx) =>
    tx.$client.query("DELETE FROM report_rows WHERE shop = $1 AND run_id = $2 AND sheet = $3", [
      shop,
      runId,
      number,
    ]),
  );
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
      // With their file, which isn't as old as the run of a report that was retried.
      where:
        "NOT EXISTS (SELECT FROM files WHERE shop = old.shop AND job_id = old.run_id AND expires_at > now())",
    },
  ],
});
