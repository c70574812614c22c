import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { acquireLock } from "../db/lock.server";
import { withShop } from "../db/with-shop.server";
import { Refusal } from "../errors";
import { endJob } from "./end-job.server";
import type { JobAttempt, RunnableJob } from "./job.server";
import { JobRun } from "./job-run.server";
import { type SharedSlot, startIn } from "./start-later.server";
import { jobItems, jobs } from "./tables.server";

type Job = typeof jobs.$inferSelect;

/** A worker that lost its connection holds a job's lock for about 12 seconds. */
const LOCKED_MS = 1_500;

/**
 * Runs a job's waiting items until none is left, the job is canceled or paused, or `signal` aborts because the process stops.
 * Safe to repeat: items that a dead process left unfinished run again with the same operation id.
 * @param slot of the queue, in which the job doesn't wait. Without one, it waits here
 * @throws StartLater when another worker runs this job, or when the job has to wait, or makes room for others
 * @throws when this process stops: the queue then retries later.
 */
export async function runJob(
  shop: string,
  jobId: string,
  kinds: ReadonlyMap<string, RunnableJob>,
  signal: AbortSignal,
  slot?: SharedSlot,
): Promise<void> {
  // A slow worker may still run the job when the queue gives it to this one.
  const lock = await acquireLock(`job ${shop} ${jobId}`);
  if (!lock) throw startIn(LOCKED_MS, "Another worker runs this job.");
  try {
    await runLocked(shop, jobId, kinds, AbortSignal.any([signal, lock.lost]), slot);
  } finally {
    await lock.release();
  }
}

async function runLocked(
  shop: string,
  jobId: string,
  kinds: ReadonlyMap<string, RunnableJob>,
  signal: AbortSignal,
  slot: SharedSlot | undefined,
): Promise<void> {
  const running = await markRunning(shop, jobId);
  if (!running) return;
  const { isContinued, ...job } = running;
  const kind = kinds.get(job.kind);
  if (!kind) return endJob(job, "failed", `This version of Backroom doesn't know the work "${job.kind}".`);
  try {
    await kind.begin?.(shop, jobId, { isContinued });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await endJob(job, "failed", error.message);
    return kind.finished?.(shop, jobId);
  }
  await new JobRun(job, kind, signal, slot).run();
}

/** @returns undefined when the job has ended or is paused */
async function markRunning(shop: string, jobId: string): Promise<(Job & JobAttempt) | undefined> {
  return withShop(shop, async (tx) => {
    const isOpen = and(eq(jobs.shop, shop), eq(jobs.id, jobId), inArray(jobs.state, ["queued", "running"]));
    const [running] = await tx
      .update(jobs)
      .set({ state: "running", startedAt: sql`coalesce(${jobs.startedAt}, now())` })
      .where(isOpen)
      // Within a transaction, `now()` is its beginning: an earlier start is that of an earlier attempt.
      .returning({ ...getTableColumns(jobs), isContinued: sql<boolean>`${jobs.startedAt} < now()` });
    if (!running) return undefined;
    await tx
      .update(jobItems)
      .set({ state: "waiting" })
      .where(and(eq(jobItems.shop, shop), eq(jobItems.jobId, jobId), eq(jobItems.state, "running")));
    return running;
  });
}
