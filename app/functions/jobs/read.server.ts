import { and, asc, count, desc, eq, sql } from "drizzle-orm";
import { fileRowOf } from "~/domain/files/calls.server";
import type { PageRequest } from "~/platform/contract/page";
import { withShop } from "~/platform/db/with-shop.server";
import { filesOfJobs, type StoredFile } from "~/platform/files/read.server";
import { whyItCannotStop } from "~/platform/jobs/control.server";
import { progressOf } from "~/platform/jobs/progress";
import { jobItems, jobs } from "~/platform/jobs/tables.server";
import { keyset } from "~/platform/keyset.server";
import type { ListResult } from "~/platform/list";
import type { JobRow } from "./contract";
import { jobsList } from "./list";
import { OUTCOMES, type Outcome, STATES_OF } from "./outcomes";
import { type Caller, findVisibleJob, type Job, visibleTo } from "./visible.server";

/**
 * A page of the jobs that the caller may see, newest first.
 * @throws 400 for a cursor of another list
 */
export async function listJobs(
  { shop, administrator }: Caller,
  page: PageRequest,
): Promise<ListResult<JobRow>> {
  const { name, pageSize } = jobsList;
  const paging = keyset(page, { of: [name, shop.domain], descending: true, pageSize });
  const { beside, descending } = paging;
  const order = descending ? desc : asc;
  const onwards =
    beside &&
    sql`(${jobs.createdAt}, ${jobs.id}) ${sql.raw(descending ? "<" : ">")} (${beside[0]}::timestamptz, ${beside[1]}::uuid)`;
  const { found, made } = await withShop(shop.domain, async (tx) => {
    const found = await tx
      // As text, because a Date keeps no microseconds and the cursor would stand beside the job.
      .select({ job: jobs, createdAt: sql<string>`${jobs.createdAt}::text` })
      .from(jobs)
      .where(and(eq(jobs.shop, shop.domain), visibleTo(administrator), onwards ?? undefined))
      .orderBy(order(jobs.createdAt), order(jobs.id))
      .limit(paging.limit);
    const ids = found.map(({ job }) => job.id);
    return { found, made: await filesOfJobs(tx, shop.domain, ids) };
  });
  return paging.page(found, {
    positionOf: ({ job, createdAt }) => [createdAt, job.id],
    rowOf: ({ job }) => jobRowOf(job, made),
  });
}

/**
 * One job, with how many of its rows ended how.
 * @throws 404 for a job that is not there, or that the caller may not see.
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
    return { ...jobRowOf(job, await filesOfJobs(tx, job.shop, [id])), counts };
  });
}

/** A job as the calls answer it. @param made the files of jobs, by the job's id */
export function jobRowOf(job: Job, made: ReadonlyMap<string, StoredFile>): JobRow {
  const file = made.get(job.id);
  return {
    id: job.id,
    title: job.title,
    state: job.state,
    ...progressOf(job),
    message: job.message,
    startedBy: { id: job.startedById, name: job.startedByName },
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    cancelRequested: job.cancelRequestedAt !== null,
    canStop: whyItCannotStop(job) === null,
    paused: job.pausedAt && { by: job.pausedByName ?? "", at: job.pausedAt.toISOString() },
    file: file ? fileRowOf(file) : null,
  };
}
