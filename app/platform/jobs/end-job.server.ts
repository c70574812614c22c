import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { withShop } from "../db/with-shop.server";
import { type JobUpdate, publishJob } from "../realtime/publish.server";
import { outcomeOf } from "./job-outcome";
import { progressOf } from "./states";
import { type JobState, jobItems, jobs } from "./tables.server";

type Job = typeof jobs.$inferSelect;

/** The message of a canceled job. It promises nothing for an item that was interrupted, such as a file or an index. */
export const CANCELED = sql<string>`'Canceled.' || CASE WHEN ${jobs.done} > 0 THEN ' Finished rows stay done.' ELSE '' END`;

/**
 * The message of a job that ran to its end: why its only item failed, for work that isn't counted in items. Other messages stay with
 * their items, where the erasure of a customer finds them.
 */
export const FAILURE_OF_ONLY_ITEM = sql`CASE WHEN ${jobs.params} ? 'progress' AND ${jobs.total} = 1 THEN
  (SELECT item.message FROM job_items AS item WHERE item.shop = ${jobs.shop} AND item.job_id = ${jobs.id} AND item.state = 'failed') END`;

/** How the unfinished items of a job end with it. */
interface UnfinishedEnd {
  state: "cancelled" | "failed";
  message: string | null;
}
const CANCELED_WITH_JOB: UnfinishedEnd = { state: "cancelled", message: null };

/** Ends a job. Unless it is completed, its unfinished items end with it. */
export async function endJob(
  job: Job,
  state: JobState,
  message: string | SQL,
  unfinished: UnfinishedEnd = CANCELED_WITH_JOB,
): Promise<void> {
  const { shop, id } = job;
  const updated = await withShop(shop, async (tx) => {
    let failed = 0;
    if (state !== "completed") {
      const { rowCount } = await tx
        .update(jobItems)
        .set({ ...unfinished, finishedAt: sql`now()` })
        .where(
          and(
            eq(jobItems.shop, shop),
            eq(jobItems.jobId, id),
            inArray(jobItems.state, ["waiting", "running"]),
          ),
        );
      if (unfinished.state === "failed") failed = rowCount ?? 0;
    }
    const [row] = await tx
      .update(jobs)
      .set({
        state,
        message,
        failed: sql`${jobs.failed} + ${failed}`,
        finishedAt: sql`now()`,
        pausedAt: null,
        pausedByName: null,
      })
      .where(and(eq(jobs.shop, shop), eq(jobs.id, id)))
      .returning();
    return row;
  });
  if (updated) publishJob(shop, updated, updateOf(updated));
}

/** Sets a job to paused. @returns false when it was resumed or canceled since the pause was requested */
export async function suspendJob({ shop, id }: Job): Promise<boolean> {
  const [paused] = await withShop(shop, (tx) =>
    tx
      .update(jobs)
      .set({ state: "paused" })
      .where(and(eq(jobs.shop, shop), eq(jobs.id, id), isNotNull(jobs.pausedAt)))
      .returning(),
  );
  if (paused) publishJob(shop, paused, updateOf(paused));
  return paused !== undefined;
}

/** What is published of a job: its state, its progress, and once it has ended its outcome. */
export const updateOf = (job: typeof jobs.$inferSelect): JobUpdate => ({
  id: job.id,
  state: job.state,
  ...progressOf(job),
  outcome: outcomeOf(job),
});
