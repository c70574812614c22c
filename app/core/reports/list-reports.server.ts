import type { CallContext } from "~/core/context.server";
import { fileRowOf } from "~/core/files/calls.server";
import { readSyncs } from "~/core/syncs/read-syncs.server";
import { isoDateIn } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { filesOfJobs } from "~/platform/files/read.server";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import type { RowBatches } from "~/platform/sheets/streamed-workbook.server";
import type { ReportDefinition } from "./define-report.server";
import { describeInput, reportData, zoneOf } from "./report-period.server";
import type { CreatedReport } from "./schemas";

/** The newest results of a report, newest first, of all administrators. */
export async function listReports(
  { shop, administrator, clock }: CallContext,
  definition: ReportDefinition,
): Promise<{ list: CreatedReport[]; today: string; timeZone: string }> {
  const { reports, files } = await withShop(shop.domain, async (tx) => {
    const reports = await readSyncs(tx, shop.domain, definition.name);
    return {
      reports,
      files: await filesOfJobs(
        tx,
        shop.domain,
        reports.map(({ id }) => id),
      ),
    };
  });
  const timeZone = zoneOf(definition, shop);
  const list = reports.map((report): CreatedReport => {
    const data = reportData.parse(report.data);
    const file = files.get(report.id);
    return {
      id: report.id,
      parameters: describeInput(definition, data),
      dates: data.dates,
      options: Object.fromEntries(
        Object.entries(data.options).map(([name, value]) => [name, value === true]),
      ),
      requestedAt: report.startedAt.toISOString(),
      requestedBy: report.startedBy,
      isMine: data.recipients.includes(administrator.id),
      isScheduled: data.scheduleId !== undefined,
      // Jobs shows the owner all jobs, and others their own.
      canOpenJob: administrator.isOwner || report.startedById === administrator.id,
      state: report.state,
      status: report.status,
      progress: report.progress,
      summary: data.summary ?? null,
      figures: data.result?.figures ?? [],
      // Its rows are deleted after as many days as its file.
      sheets: (file && data.result?.sheets) ?? [],
      reason: report.reason,
      file: file ? fileRowOf(file) : null,
    };
  });
  return { list, today: isoDateIn(clock.now(), timeZone), timeZone };
}

/** The rows of a short sheet. */
export async function* inOneBatch(rows: CellValue[][]): AsyncGenerator<CellValue[][]> {
  yield rows;
}

/**
 * The first rows of a sheet that can have more of them than fit, so that the report doesn't fail.
 * @param limit how many rows fit
 * @param rest the last row, in place of those that are left out
 */
export async function* limitRows(
  batches: RowBatches,
  limit: number,
  rest: (count: number) => CellValue[],
): RowBatches {
  let room = limit - 1;
  let omitted = 0;
  for await (const rows of batches) {
    const listed = rows.slice(0, room);
    room -= listed.length;
    omitted += rows.length - listed.length;
    if (listed.length > 0) yield listed;
  }
  if (omitted > 0) yield [rest(omitted)];
}
