import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { withShop } from "../db/with-shop.server";
import { publishJob } from "../realtime/publish.server";
import { progressOf } from "./progress";
import { type JobState, jobItems, jobs } from "./tables.server";

type Job = typeof jobs.$inferSelect;

/** Ends a job; what was not worked on is cancelled, unless all of it was. */
export async function end(job: Job, state: JobState, message: string | null): Promise<void> {
  const { shop, id } = job;
  const ended = await withShop(shop, async (tx) => {
    if (state !== "completed") {
      await tx
        .update(jobItems)
        .set({ state: "cancelled", finishedAt: sql`now()` })
        .where(
          and(
            eq(jobItems.shop, shop),
            eq(jobItems.jobId, id),
            inArray(jobItems.state, ["waiting", "running"]),
          ),
        );
    }
    const [row] = await tx
      .update(jobs)
      .set({ state, message, finishedAt: sql`now()`, pausedAt: null, pausedByName: null })
      .where(and(eq(jobs.shop, shop), eq(jobs.id, id)))
      .returning();
    return row;
  });
  if (ended) publishJob(shop, job.startedById, { id, state, ...progressOf(ended) });
}

/** Lets a job stand still for which that was asked. @returns false when it was resumed or cancelled meanwhile */
export async function park({ shop, id, startedById }: Job): Promise<boolean> {
  const [parked] = await withShop(shop, (tx) =>
    tx
      .update(jobs)
      .set({ state: "paused" })
      .where(and(eq(jobs.shop, shop), eq(jobs.id, id), isNotNull(jobs.pausedAt)))
      .returning(),
  );
  if (parked) publishJob(shop, startedById, { id, state: parked.state, ...progressOf(parked) });
  return parked !== undefined;
}
