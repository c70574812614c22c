import { pluralize } from "~/platform/text/pluralize";
import type { Permission } from "../auth/permission";
import { type ShopTransaction, withShop } from "../db/with-shop.server";
import { filesOfJobs, type StoredFile } from "../files/read.server";
import { openFileWriter } from "../files/writer.server";
import type { ItemContext, ItemOutcome } from "../jobs/job.server";
import { CSV } from "./csv-text";
import { type FileFormat, MAX_REPORT_ROWS, type SheetFrame, XLSX } from "./spreadsheet";
import { streamCsv } from "./streamed-csv.server";
import {
  type RowBatches,
  type StreamedSheet,
  streamXlsx,
  tooManyRows,
  type WrittenSheet,
} from "./streamed-workbook.server";

/** A spreadsheet that a job writes. */
export interface SheetOfJob {
  /** As a workbook's: `Coupons.xlsx`. */
  fileName: string;
  /** By default a workbook. */
  format?: FileFormat;
  /** What reading the file needs. */
  permission: Permission;
  frame: SheetFrame;
  batches: RowBatches;
  /** Further sheets of any length, behind the first one. */
  further?: readonly StreamedSheet[];
  /** How many rows are expected in all sheets, for the progress. */
  total: number;
  /** Everyone with the permission can read the file, not only the person who started the job. */
  isShared?: boolean;
  /**
   * What else is true from the moment that the file is there.
   * @param rows how many rows the first sheet has
   * @param sheets the first sheet and the further ones, with their rows
   */
  alsoIn?(
    tx: ShopTransaction,
    rows: number,
    file: StoredFile,
    sheets: readonly WrittenSheet[],
  ): Promise<void>;
}

/** The minimum time between two progress updates. */
const PROGRESS_INTERVAL_MS = 500;

/**
 * Writes a spreadsheet of any length as the file of a job with one item. After a crash it starts over and removes the partial file,
 * unless the file was complete. A canceled job has no file.
 * @throws 400 for more rows than a sheet can have, and what `batches` throws
 */
export async function writeSheetOfJob(context: ItemContext, sheet: SheetOfJob): Promise<ItemOutcome> {
  const { shop, jobId, signal, administrator } = context;
  const { fileName, permission, isShared, frame, further = [], total, format = "xlsx" } = sheet;
  const made = await withShop(shop, (tx) => filesOfJobs(tx, shop, [jobId]));
  if (made.size > 0) return { state: "done", message: "The file is ready." };
  // Several sheets are checked one by one while they are written.
  if (format === "xlsx" && further.length === 0 && total > MAX_REPORT_ROWS)
    throw tooManyRows(MAX_REPORT_ROWS);
  const writer = await openFileWriter(shop, {
    ...typeOf(fileName, format, further.length > 0),
    permission,
    isShared,
    madeBy: administrator,
    jobId,
  });
  try {
    const count = countedBy(total, context);
    const others = further.map(({ batches, ...each }) => ({ ...each, batches: count(batches) }));
    const sheets =
      format === "csv"
        ? await streamCsv([{ frame, batches: count(sheet.batches) }, ...others], writer.write)
        : await streamXlsx(frame, count(sheet.batches), writer.write, others);
    const rows = sheets.reduce((sum, each) => sum + each.rows, 0);
    await context.progress(rows, rows);
    // Also one that was canceled in the last moment.
    signal.throwIfAborted();
    await writer.finish(
      (tx, file) => sheet.alsoIn?.(tx, sheets[0]?.rows ?? 0, file, sheets) ?? Promise.resolve(),
    );
    return { state: "done", message: `${pluralize(rows, "row")}.` };
  } catch (error) {
    // What can't be deleted now is deleted by the next attempt, or when it expires.
    await writer.discard().catch(() => undefined);
    throw error;
  }
}

/** What a file is called and served as. @param hasFurther it has several sheets */
function typeOf(workbook: string, format: FileFormat, hasFurther: boolean) {
  if (format === "xlsx") return { name: workbook, contentType: XLSX };
  const name = workbook.replace(/xlsx$/, hasFurther ? "zip" : "csv");
  return { name, contentType: hasFurther ? "application/zip" : CSV };
}

/** Wraps batches so that they report the progress, of all sheets together. */
function countedBy(total: number, { progress, signal }: ItemContext) {
  let [done, reportedAt] = [0, 0];
  return async function* counted(batches: RowBatches): RowBatches {
    for await (const rows of batches) {
      signal.throwIfAborted();
      yield rows;
      done += rows.length;
      if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) continue;
      reportedAt = performance.now();
      // Rows may have been added since they were counted.
      await progress(done, Math.max(done, total));
    }
  };
}
