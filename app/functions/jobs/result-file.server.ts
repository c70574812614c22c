import { and, asc, count, gt } from "drizzle-orm";
import { z } from "zod";
import type { Permission } from "~/platform/auth/permission";
import { findShop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { defineJob, startJob } from "~/platform/jobs/job.server";
import { jobItems } from "~/platform/jobs/tables.server";
import { writeSheetOfJob } from "~/platform/sheets/sheet-of-job.server";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import { OUTCOMES } from "./outcomes";
import { itemRowOf, type RowSelection, rowsOf } from "./read.server";
import { COLUMNS, cellsOf, sheetFileName } from "./sheet";
import { type Caller, findVisibleJob } from "./visible.server";

const ROWS_PER_BATCH = 1_000;

/** Writes the rows of another job, of any number, as a spreadsheet. */
export const resultFileJob = defineJob({
  name: "jobs.result-file",
  item: z.object({ id: z.string(), outcome: z.enum(OUTCOMES) }),
  concurrency: 1,
  isAwaited: true,
  async run(selection, context) {
    const shop = await findShop(context.shop);
    if (!shop) throw notFound("The app is no longer installed in this shop.");
    const caller = { shop, administrator: context.administrator };
    const job = await withShop(shop.domain, (tx) => findVisibleJob(tx, caller, selection.id));
    return writeSheetOfJob(context, {
      fileName: sheetFileName(job.title, new Date()),
      permission: JSON.parse(job.permission) as Permission,
      frame: { name: job.title, columns: COLUMNS },
      batches: batchesOf(caller, selection),
      total: await countOf(caller, selection),
    });
  },
});

/**
 * Starts the job that writes a job's rows into a file.
 * @throws 404 for a job that doesn't exist or that the caller may not see
 */
export async function startResultFile(caller: Caller, selection: RowSelection): Promise<{ jobId: string }> {
  const { shop, administrator } = caller;
  const total = await countOf(caller, selection);
  const jobId = await withShop(shop.domain, async (tx) => {
    const job = await findVisibleJob(tx, caller, selection.id);
    const title = `Rows of “${job.title}”`;
    return startJob(tx, shop.domain, resultFileJob, {
      title,
      permission: JSON.parse(job.permission) as Permission,
      startedBy: administrator,
      items: [{ label: title, input: selection }],
      params: { progress: { done: 0, total } },
    });
  });
  return { jobId };
}

async function countOf(caller: Caller, selection: RowSelection): Promise<number> {
  const [found] = await withShop(caller.shop.domain, (tx) =>
    tx.select({ rows: count() }).from(jobItems).where(rowsOf(caller, selection)),
  );
  return found?.rows ?? 0;
}

async function* batchesOf(caller: Caller, selection: RowSelection): AsyncGenerator<CellValue[][]> {
  for (let after = -1; ; ) {
    const items = await withShop(caller.shop.domain, (tx) =>
      tx
        .select()
        .from(jobItems)
        .where(and(rowsOf(caller, selection), gt(jobItems.position, after)))
        .orderBy(asc(jobItems.position))
        .limit(ROWS_PER_BATCH),
    );
    const last = items.at(-1);
    if (!last) return;
    yield items.map((item) => cellsOf(itemRowOf(item)));
    after = last.position;
  }
}
