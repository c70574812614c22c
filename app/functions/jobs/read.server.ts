import { and, count, eq, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { type PageRequest, tooManyRows } from "~/core/lists/keyset-page";
import { readFirst, readKeyset, readRow } from "~/core/lists/read-list.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { jobItems, jobs } from "~/platform/jobs/tables.server";
import type { ListResult } from "~/platform/list";
import { MAX_ROWS_PER_ANSWER } from "~/platform/list";
import { type JobItemRow, type JobRow, jobItemsList, jobsList, undoOf } from "./list.server";
import { OUTCOMES, type Outcome, STATES_OF } from "./outcomes";
import { findVisibleJob } from "./visible.server";

/** A job as calls answer it, which the caller may see. */
export async function readJobRow(tx: ShopTransaction, context: CallContext, id: string): Promise<JobRow> {
  const isJob = sql`${jobs.shop} = ${context.shop.domain} AND ${jobs.id} = ${id}`;
  const row = await readRow(tx, context, jobsList, isJob);
  if (!row) throw new Error(`There is no job ${id}.`);
  return row;
}

/**
 * A job, with its number of rows by outcome.
 * @throws 404 for a job that doesn't exist or that the caller may not see.
 */
export async function readJob(
  context: CallContext,
  id: string,
): Promise<JobRow & { counts: Record<Outcome, number> }> {
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
    return { ...row, canUndo, counts };
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
