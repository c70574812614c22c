import { and, count, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import type { Position } from "~/core/lists/keyset.server";
import { type PageRequest, tooManyRows } from "~/core/lists/keyset-page";
import { countRows, queryRows, readOrder, selectRows } from "~/core/lists/list-query.server";
import { readFirst, readKeyset, readRow } from "~/core/lists/read-list.server";
import { readMailsOfJob } from "~/core/mail/mail-results.server";
import type { JobMail } from "~/core/mail/schemas";
import type { Permission } from "~/platform/auth/permission";
import { findShop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { defineJob, startJob } from "~/platform/jobs/job.server";
import { jobItems, jobs } from "~/platform/jobs/tables.server";
import { type ListResult, MAX_ROWS_PER_ANSWER } from "~/platform/list";
import { writeSheetOfJob } from "~/platform/sheets/sheet-of-job.server";
import type { CellValue } from "~/platform/sheets/spreadsheet";
import { type JobItemRow, type JobRow, jobItemsList, jobsList, undoOf } from "./list.server";
import { OUTCOMES, type Outcome, STATES_OF } from "./outcomes";
import { COLUMNS, cellsOf, sheetFileName } from "./sheet";
import { type Caller, findVisibleJob } from "./visible.server";

/** A job as calls answer it, which the caller may see. */
export async function readJobRow(tx: ShopTransaction, context: CallContext, id: string): Promise<JobRow> {
  const isJob = sql`${jobs.shop} = ${context.shop.domain} AND ${jobs.id} = ${id}`;
  const row = await readRow(tx, context, jobsList, isJob);
  if (!row) throw new Error(`There is no job ${id}.`);
  return row;
}

/**
 * A job, with its number of rows by outcome and the emails with its result.
 * @throws 404 for a job that doesn't exist or that the caller may not see.
 */
export async function readJob(
  context: CallContext,
  id: string,
): Promise<JobRow & { counts: Record<Outcome, number>; emails: JobMail[] }> {
  return withShop(context.shop.domain, async (tx) => {
    const job = await findVisibleJob(tx, context, id);
    const states = await tx
      .select({ state: jobItems.state, rows: count() })
      .from(jobItems)
      .where(and(eq(jobItems.shop, job.shop), eq(jobItems.jobId, id)))
      .groupBy(jobItems.state);
    const rowsIn = (outcome: Outcome) =>
      states
        .filter(({ state }) => STATES_OF[outcome]?.includes(state) ?? true)
        .reduce((sum, { rows }) => sum + rows, 0);
    const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, rowsIn(outcome)])) as Record<
      Outcome,
      number
    >;
    const row = await readJobRow(tx, context, id);
    const canUndo = row.canUndo && (await undoOf(job)?.canStart(tx, job.shop, id)) === true;
    return { ...row, canUndo, counts, emails: await readMailsOfJob(tx, job.shop, id) };
  });
}

/** Selects rows of a job. */
export interface RowSelection {
  id: string;
  outcome: Outcome;
}

/**
 * A page of a job's rows, in the order of the work.
 * @throws 404 for a job that doesn't exist or that the caller may not see; 400 for a cursor of another list.
 */
export const listItems = (
  context: CallContext,
  { id, outcome, ...request }: RowSelection & PageRequest,
): Promise<ListResult<JobItemRow>> =>
  withShop(context.shop.domain, async (tx) => {
    await findVisibleJob(tx, context, id);
    return readKeyset(context, jobItemsList, { ...request, filter: { id, outcome } }, tx);
  });

/** Rows for a spreadsheet, and the job's title. */
export interface ResultRows {
  title: string;
  rows: JobItemRow[];
}

/**
 * All rows, for a spreadsheet.
 * @throws 404 for a job that doesn't exist or that the caller may not see; 400 with the code `TOO_MANY_ROWS` for too many.
 */
export const resultRows = (context: CallContext, selection: RowSelection): Promise<ResultRows> =>
  withShop(context.shop.domain, async (tx) => {
    const { title } = await findVisibleJob(tx, context, selection.id);
    const rows = await readFirst(tx, context, jobItemsList, {
      filter: selection,
      limit: MAX_ROWS_PER_ANSWER + 1,
    });
    if (rows.length > MAX_ROWS_PER_ANSWER)
      throw tooManyRows(
        "Start a job that writes them into a file: POST to the same address with /file appended.",
      );
    return { title, rows };
  });

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
