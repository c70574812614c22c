import { and, count, eq, sql } from "drizzle-orm";
import { fileRowOf } from "~/core/files/calls.server";
import { jobUndos } from "~/core/job-undo.server";
import type { PageRequest } from "~/core/lists/keyset-page";
import { defineListQuery, mapPage, readKeysetPage, type SortsOf } from "~/core/lists/list-query.server";
import { withShop } from "~/platform/db/with-shop.server";
import { filesOfJobs, type StoredFile } from "~/platform/files/read.server";
import { reasonNotStoppable } from "~/platform/jobs/control-job.server";
import { outcomeOf } from "~/platform/jobs/job-outcome";
import { progressOf } from "~/platform/jobs/progress";
import { hasEnded } from "~/platform/jobs/states";
import { jobItems, jobs } from "~/platform/jobs/tables.server";
import type { ListResult } from "~/platform/list";
import type { JobRow } from "./contract";
import { type JobsTab, jobsList } from "./list";
import { OUTCOMES, type Outcome, STATES_OF } from "./outcomes";
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
    paused: job.pausedAt && { by: job.pausedByName ?? "", at: job.pausedAt.toISOString() },
    file: file ? fileRowOf(file) : null,
  };
}
