import { and, eq } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { fileRowOf } from "~/core/files/calls.server";
import { problemOf } from "~/core/mail/mail-results.server";
import type { MailState } from "~/core/mail/mail-text";
import { mails as mailTable } from "~/core/mail/tables.server";
import { readSyncs } from "~/core/syncs/read-syncs.server";
import { isoDateIn } from "~/platform/dates/instant";
import { anyOf } from "~/platform/db/sql-fragments.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
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
  const { reports, files, mails } = await withShop(shop.domain, async (tx) => {
    const syncs = await readSyncs(tx, shop.domain, definition.name);
    const reports = syncs.map(({ data, ...report }) => ({ ...report, data: reportData.parse(data) }));
    const mailIds = reports.flatMap(({ data }) => data.emails.flatMap(({ id }) => id ?? []));
    return {
      reports,
      files: await filesOfJobs(
        tx,
        shop.domain,
        reports.map(({ id }) => id),
      ),
      mails: await readMailResults(tx, shop.domain, mailIds),
    };
  });
  const timeZone = zoneOf(definition, shop);
  const list = reports.map((report): CreatedReport => {
    const { data } = report;
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
      format: data.format,
      emails: data.emails.map(({ to, id, why }) => {
        const mail = id === undefined ? undefined : mails.get(id);
        return { to, state: mail?.state ?? null, problem: why ?? (mail ? problemOf(mail) : null) };
      }),
      file: file ? fileRowOf(file) : null,
    };
  });
  return { list, today: isoDateIn(clock.now(), timeZone), timeZone };
}

async function readMailResults(
  tx: ShopTransaction,
  shop: string,
  ids: readonly string[],
): Promise<Map<string, { state: MailState; lastError: string | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: mailTable.id, state: mailTable.state, lastError: mailTable.lastError })
    .from(mailTable)
    .where(and(eq(mailTable.shop, shop), anyOf(mailTable.id, ids)));
  return new Map(rows.map(({ id, ...mail }) => [id, mail]));
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
