import { and, eq, inArray, sql } from "drizzle-orm";
import { takeLock } from "../db/lock.server";
import { withShop } from "../db/with-shop.server";
import { end } from "./end-job.server";
import type { RunnableJob } from "./job.server";
import { JobRun } from "./job-run.server";
import { jobItems, jobs } from "./tables.server";

type Job = typeof jobs.$inferSelect;

/**
 * Works through a job's waiting items until none is left, it is cancelled or paused, or `signal` says that the process stops.
 * Safe to call again at any time: items that a dead process left half done are worked on again under their own
 * operation id.
 * @throws when another process works on this job, or when this one has to stop: the queue then asks again later.
 */
export async function runJob(
  shop: string,
  jobId: string,
  kinds: ReadonlyMap<string, RunnableJob>,
  signal: AbortSignal,
): Promise<void> {
  // A worker that was only slow may still be at it when the queue has given its job to us.
  const lock = await takeLock(`job ${shop} ${jobId}`);
  if (!lock) throw new Error("Another worker works on this job.");
  try {
    await runAlone(shop, jobId, kinds, AbortSignal.any([signal, lock.lost]));
  } finally {
    await lock.release();
  }
}

async function runAlone(
  shop: string,
  jobId: string,
  kinds: ReadonlyMap<string, RunnableJob>,
  signal: AbortSignal,
): Promise<void> {
  const job = await begin(shop, jobId);
  if (!job) return;
  const kind = kinds.get(job.kind);
  if (!kind) return end(job, "failed", `This version of Backroom does not know the work "${job.kind}".`);
  await new JobRun(job, kind, signal).toTheEnd();
}

async function begin(shop: string, jobId: string): Promise<Job | undefined> {
  return withShop(shop, async (tx) => {
    const mine = and(eq(jobs.shop, shop), eq(jobs.id, jobId), inArray(jobs.state, ["queued", "running"]));
    const [job] = await tx
      .update(jobs)
      .set({ state: "running", startedAt: sql`coalesce(${jobs.startedAt}, now())` })
      .where(mine)
      .returning();
    if (!job) return undefined;
    await tx
      .update(jobItems)
      .set({ state: "waiting" })
      .where(and(eq(jobItems.shop, shop), eq(jobItems.jobId, jobId), eq(jobItems.state, "running")));
    return job;
  });
}
