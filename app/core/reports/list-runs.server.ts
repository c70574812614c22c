import type { CallContext } from "~/core/context.server";
import { fileRowOf } from "~/core/files/calls.server";
import { readSyncs } from "~/core/syncs/read-syncs.server";
import { isoDateIn } from "~/platform/dates/instant";
import { withShop } from "~/platform/db/with-shop.server";
import { filesOfJobs } from "~/platform/files/read.server";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import type { RowBatches } from "~/platform/sheets/streamed-workbook.server";
import type { ReportKind } from "./report-kind.server";
import { describeInput, runData, zoneOf } from "./report-period.server";
import type { ReportRun } from "./schemas";

/** The newest results of a report, newest first, of all administrators. */
export async function listReportRuns(
  { shop, administrator, clock }: CallContext,
  kind: ReportKind,
): Promise<{ list: ReportRun[]; today: string; timeZone: string }> {
  const { runs, files } = await withShop(shop.domain, async (tx) => {
    const runs = await readSyncs(tx, shop.domain, kind.name);
    return {
      runs,
      files: await filesOfJobs(
        tx,
        shop.domain,
        runs.map(({ id }) => id),
      ),
    };
  });
  const timeZone = zoneOf(kind, shop);
  const list = runs.map((run): ReportRun => {
    const data = runData.parse(run.data);
    const file = files.get(run.id);
    return {
      id: run.id,
      parameters: describeInput(kind, data),
      dates: data.dates,
      options: Object.fromEntries(
        Object.entries(data.options).map(([name, value]) => [name, value === true]),
      ),
      requestedAt: run.startedAt.toISOString(),
      requestedBy: run.startedBy,
      isMine: data.recipients.includes(administrator.id),
      isScheduled: data.scheduleId !== undefined,
      // Jobs shows the owner all jobs, and others their own.
      canOpenJob: administrator.isOwner || run.startedById === administrator.id,
      state: run.state,
      status: run.status,
      progress: run.progress,
      summary: data.summary ?? null,
      figures: data.result?.figures ?? [],
      // Its rows are deleted after as many days as its file.
      sheets: (file && data.result?.sheets) ?? [],
      reason: run.reason,
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
