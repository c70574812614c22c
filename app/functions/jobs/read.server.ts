import { and, asc, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import { fileRowOf } from "~/core/files/calls.server";
import { jobUndos } from "~/core/job-undo.server";
import { type PageRequest, tooManyRows } from "~/core/lists/keyset-page";
import { defineListQuery, mapPage, readKeysetPage, type SortsOf } from "~/core/lists/list-query.server";
import { withShop } from "~/platform/db/with-shop.server";
import { filesOfJobs, type StoredFile } from "~/platform/files/read.server";
import { reasonNotStoppable } from "~/platform/jobs/control-job.server";
import { outcomeOf } from "~/platform/jobs/job-outcome";
import { hasEnded, progressOf } from "~/platform/jobs/states";
import { jobItems, jobs } from "~/platform/jobs/tables.server";
import type { ListResult } from "~/platform/list";
import { MAX_ROWS_PER_ANSWER } from "~/platform/list";
import { type JobsTab, jobItemsList, jobsList } from "./list";
import { OUTCOMES, type Outcome, STATES_OF } from "./outcomes";
import type { JobItemRow, JobRow } from "./schemas";
import { type Caller, findVisibleJob, type Job, visibleTo } from "./visible.server";

/** Jobs that failed, or of which some rows did. */
export const hasFailures = sql`(${jobs.state} = 'failed' OR ${jobs.failed} > 0)`;

interface JobsFilter {
  caller: Caller;
  tab: JobsTab;
}

const jobsQuery = defineListQuery({
  from: sql`${jobs}`,
  id: { by: sql`${jobs.id}`, type: "uuid" },
  sorts: { createdAt: { by: sql`${jobs.createdAt}`, type: "timestamptz" } } satisfies SortsOf<
    typeof jobsList
  >,
  conditions: ({ caller: { shop, administrator }, tab }: JobsFilter) => [
    eq(jobs.shop, shop.domain),
    visibleTo(administrator),
    tab === "failed" ? hasFailures : undefined,
  ],
});

/**
 * A page of the jobs that the caller may see, newest first.
 * @throws 400 for a cursor of another list
 */
export async function listJobs(
  caller: Caller,
  { tab, ...request }: PageRequest & { tab: JobsTab },
): Promise<ListResult<JobRow>> {
  return withShop(caller.shop.domain, async (tx) => {
    const page = await readKeysetPage(
      jobsQuery,
      { list: jobsList, filter: { caller, tab }, scope: [caller.shop.domain, tab], request },
      ({ where, orderBy, limit, position }) =>
        tx.select({ job: jobs, position }).from(jobs).where(where).orderBy(orderBy).limit(limit),
    );
    const ids = page.rows.map(({ job }) => job.id);
    const files = await filesOfJobs(tx, caller.shop.domain, ids);
    return mapPage(page, ({ job }) => jobRowOf(job, files));
  });
}

/**
 * A job, with its number of rows by outcome.
 * @throws 404 for a job that doesn't exist or that the caller may not see.
 */
export async function readJob(
  caller: Caller,
  id: string,
): Promise<JobRow & { counts: Record<Outcome, number> }> {
  return withShop(caller.shop.domain, async (tx) => {
    const job = await findVisibleJob(tx, caller, id);
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
    const row = jobRowOf(job, await filesOfJobs(tx, job.shop, [id]));
    const canUndo = row.canUndo && (await undoOf(job)?.canStart(tx, job.shop, id)) === true;
    return { ...row, canUndo, counts };
  });
}

/** How the job is undone, if it can be. */
export const undoOf = ({ kind }: Pick<Job, "kind">) => jobUndos.all().find((undo) => undo.kind === kind);

/** A job as the calls return it. @param files the jobs' files, by the job's id */
export function jobRowOf(job: Job, files: ReadonlyMap<string, StoredFile>): JobRow {
  const file = files.get(job.id);
  return {
    id: job.id,
    title: job.title,
    state: job.state,
    ...progressOf(job),
    outcome: outcomeOf(job),
    canUndo: Boolean(undoOf(job)) && hasEnded(job.state) && job.done > 0,
    message: job.message,
    startedBy: { id: job.startedById, name: job.startedByName },
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    cancelRequested: job.cancelRequestedAt !== null,
    canStop: reasonNotStoppable(job) === null,
    hasRows: job.itemsDeletedAt === null,
    paused: job.pausedAt && { by: job.pausedByName ?? "", at: job.pausedAt.toISOString() },
    file: file ? fileRowOf(file) : null,
  };
}

/** Selects rows of a job. */
export interface RowSelection {
  id: string;
  outcome: Outcome;
}

const itemsQuery = defineListQuery({
  from: sql`${jobItems}`,
  id: { by: sql`${jobItems.position}`, type: "integer" },
  sorts: { position: "id" } satisfies SortsOf<typeof jobItemsList>,
  conditions: ({ caller, ...rows }: RowSelection & { caller: Caller }) => [rowsOf(caller, rows)],
});

/**
 * A page of a job's rows, in the order of the work.
 * @throws 404 for a job that doesn't exist or that the caller may not see; 400 for a cursor of another list.
 */
export async function listItems(
  caller: Caller,
  { id, outcome, ...request }: RowSelection & PageRequest,
): Promise<ListResult<JobItemRow>> {
  const { domain } = caller.shop;
  const page = await withShop(domain, async (tx) => {
    await findVisibleJob(tx, caller, id);
    return readKeysetPage(
      itemsQuery,
      { list: jobItemsList, filter: { caller, id, outcome }, scope: [domain, id, outcome], request },
      ({ where, orderBy, limit, position }) =>
        tx.select({ item: jobItems, position }).from(jobItems).where(where).orderBy(orderBy).limit(limit),
    );
  });
  return mapPage(page, ({ item }) => itemRowOf(item));
}

/** Rows for a spreadsheet, and the job's title. */
export interface ResultRows {
  title: string;
  rows: JobItemRow[];
}

/**
 * All rows, for a spreadsheet.
 * @throws 404 for a job that doesn't exist or that the caller may not see; 400 with the code `TOO_MANY_ROWS` for too many.
 */
export async function resultRows(caller: Caller, selection: RowSelection): Promise<ResultRows> {
  return withShop(caller.shop.domain, async (tx) => {
    const { title } = await findVisibleJob(tx, caller, selection.id);
    const rows = await tx
      .select()
      .from(jobItems)
      .where(rowsOf(caller, selection))
      .orderBy(asc(jobItems.position))
      .limit(MAX_ROWS_PER_ANSWER + 1);
    if (rows.length > MAX_ROWS_PER_ANSWER)
      throw tooManyRows(
        "Start a job that writes them into a file: POST to the same address with /file appended.",
      );
    return { title, rows: rows.map(itemRowOf) };
  });
}

/** The condition that selects them. */
export function rowsOf({ shop }: Caller, { id, outcome }: RowSelection): SQL | undefined {
  const states = STATES_OF[outcome];
  return and(
    eq(jobItems.shop, shop.domain),
    eq(jobItems.jobId, id),
    states ? inArray(jobItems.state, states) : undefined,
  );
}

/** A row of a job as the calls return it. */
export function itemRowOf({
  position,
  label,
  state,
  message,
  finishedAt,
}: typeof jobItems.$inferSelect): JobItemRow {
  const number = position + 1;
  return {
    id: String(number),
    position: number,
    label,
    state,
    message,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
