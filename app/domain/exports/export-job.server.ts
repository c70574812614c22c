import { z } from "zod";
import { recordAudit } from "~/domain/audit/record.server";
import { isNarrowed } from "~/domain/customers/selection.server";
import { ENDINGS } from "~/domain/registrations/expiry/expiry";
import { findShop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { filesOfJobs } from "~/platform/files/read.server";
import { openFileWriter } from "~/platform/files/writer.server";
import { defineJob, type ItemContext } from "~/platform/jobs/job.server";
import { MOST_REPORT_ROWS, XLSX } from "~/platform/sheets/spreadsheet";
import { streamXlsx, tooManyRows } from "~/platform/sheets/streamed-workbook.server";
import { REPORT_NAMES, REPORTS } from "./reports.server";
import { allRows, countRows, type ExportRequest, fileNameOf, frameOf } from "./rows.server";

/** All of it is needed: a search that was erased must not become an export of everybody. */
const exportInput = z.object({
  report: z.enum(REPORT_NAMES),
  part: z.string(),
  searchType: z.enum(["Email", "Date"]),
  searchValue: z.string(),
  sort: z.string().optional(),
  ends: z.enum(ENDINGS).optional(),
});

/** Progress is told at most this often. */
const TOLD_EVERY_MS = 500;

/**
 * Writes a spreadsheet of any length into a file. Repeated after a crash it begins anew: what was half written is removed, and
 * when only the last word was lost, its file is already there.
 */
export const exportJob = defineJob({
  name: "customers.export",
  item: exportInput,
  concurrency: 1,
  async run(request, context) {
    const shop = await findShop(context.shop);
    if (!shop) throw notFound("The app is not installed in this shop any more.");
    const made = await withShop(context.shop, (tx) => filesOfJobs(tx, context.shop, [context.jobId]));
    if (made.size > 0) return { state: "done", message: "The file is ready." };
    const total = await countRows(shop, request);
    if (total > MOST_REPORT_ROWS) throw tooManyRows(MOST_REPORT_ROWS);

    const now = new Date();
    const { flag } = REPORTS[request.report];
    const writer = await openFileWriter(context.shop, {
      name: fileNameOf(request, now),
      contentType: XLSX,
      permission: flag,
      madeBy: context.administrator,
      jobId: context.jobId,
    });
    try {
      const batches = counted(allRows(shop, request, context.signal), total, context);
      const rows = await streamXlsx(frameOf(shop, request, now), batches, writer.write);
      await context.progress(rows, rows);
      // A job that was cancelled in the last moment has no file either.
      context.signal.throwIfAborted();
      await writer.finish((tx) =>
        recordAudit(tx, context.shop, {
          action: "report.exported",
          actor: context.administrator,
          subject: { type: "job", id: context.jobId },
          before: null,
          after: exportedFact(request, rows),
          jobId: context.jobId,
          flag,
        }),
      );
      return { state: "done", message: `${rows.toLocaleString("en-US")} ${rows === 1 ? "row" : "rows"}.` };
    } catch (error) {
      // What cannot be removed now goes with the next attempt, or when its days are over.
      await writer.discard().catch(() => undefined);
      throw error;
    }
  },
});

/** What an audit entry says of an export. Not what was searched for: that may be somebody's address. */
export const exportedFact = (request: ExportRequest, rows: number) => ({
  report: REPORTS[request.report].title(request.part),
  rows,
  searched: isNarrowed(request),
});

/** The same batches, telling how far they are. */
async function* counted<Row>(
  batches: AsyncIterable<Row[]>,
  total: number,
  { progress }: ItemContext,
): AsyncGenerator<Row[]> {
  let [done, toldAt] = [0, 0];
  for await (const rows of batches) {
    yield rows;
    done += rows.length;
    if (performance.now() - toldAt < TOLD_EVERY_MS) continue;
    toldAt = performance.now();
    // People may have come since they were counted.
    await progress(done, Math.max(done, total));
  }
}
