import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Position } from "~/core/lists/keyset.server";
import { countRows, queryRows, readOrder, selectRows } from "~/core/lists/list-query.server";
import type { Permission } from "~/platform/auth/permission";
import { findShop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { defineJob, startJob } from "~/platform/jobs/job.server";
import { jobItems } from "~/platform/jobs/tables.server";
import { writeSheetOfJob } from "~/platform/sheets/sheet-of-job.server";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import { type JobItemRow, jobItemsList } from "./list.server";
import { OUTCOMES } from "./outcomes";
import type { RowSelection } from "./read.server";
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

const filterOf = ({ shop }: Caller, selection: RowSelection) => ({
  ...selection,
  reader: { shop, clock: systemClock },
});

const countOf = (caller: Caller, selection: RowSelection): Promise<number> =>
  withShop(caller.shop.domain, (tx) => countRows(tx, jobItemsList.query, filterOf(caller, selection)));

async function* batchesOf(caller: Caller, selection: RowSelection): AsyncGenerator<CellValue[][]> {
  const { query, select, rowOf } = jobItemsList;
  for (let after: Position | null = null; ; ) {
    const range = { order: readOrder(jobItemsList), after, limit: ROWS_PER_BATCH };
    const { where, orderBy, position, limit } = selectRows(query, filterOf(caller, selection), range);
    const records: { place: Position }[] = await withShop(caller.shop.domain, (tx) =>
      queryRows(
        tx,
        sql`SELECT ${select}, ${position} AS place FROM ${jobItems} WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit}`,
      ),
    );
    const last = records.at(-1);
    if (!last) return;
    yield records.map((record) => cellsOf(rowOf(record) as JobItemRow));
    after = last.place;
  }
}
