import { and, asc, count, desc, eq, sql } from "drizzle-orm";
import type { PageRequest } from "~/platform/contract/page";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { progressOf } from "~/platform/jobs/progress";
import { jobItems, jobs } from "~/platform/jobs/tables.server";
import { keysetPage } from "~/platform/keyset";
import type { ListResult } from "~/platform/list";
import type { JobRow } from "./contract";
import { jobsList } from "./list";
import { OUTCOMES, type Outcome, STATES_OF } from "./outcomes";
import { type Caller, findVisibleJob, type Job, visibleTo } from "./visible.server";

const JOB_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A page of the jobs that the caller may see, newest first. The cursor is the id of the job beside the page. */
export async function listJobs(
  { shop, administrator }: Caller,
  page: PageRequest,
): Promise<ListResult<JobRow>> {
  const { pageSize } = jobsList;
  if (page.last_id !== undefined && !JOB_ID.test(page.last_id)) {
    throw badRequest("The page's cursor (last_id) is damaged. Start again from the first page.");
  }
  const backwards = page.direction === "previous";
  const order = backwards ? asc : desc;
  const beside = sql`(${jobs.createdAt}, ${jobs.id}) ${sql.raw(backwards ? ">" : "<")}
    (SELECT at.created_at, at.id FROM jobs AS at WHERE at.shop = ${shop.domain} AND at.id = ${page.last_id})`;
  const found = await withShop(shop.domain, (tx) =>
    tx
      .select()
      .from(jobs)
      .where(
        and(
          eq(jobs.shop, shop.domain),
          visibleTo(administrator),
          page.last_id === undefined ? undefined : beside,
        ),
      )
      .orderBy(order(jobs.createdAt), order(jobs.id))
      .limit(pageSize + 1),
  );
  return keysetPage(found.map(jobRowOf), page, { pageSize, cursorOf: (job) => job.id });
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
    return { ...jobRowOf(job), counts };
  });
}

/** A job as the calls answer it. */
export function jobRowOf(job: Job): JobRow {
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
  };
}
