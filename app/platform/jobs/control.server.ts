import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Administrator } from "../auth/permission";
import type { ShopTransaction } from "../db/with-shop.server";
import { conflict } from "../errors";
import { findJob } from "./job.server";
import { enqueue, JOB_QUEUE } from "./queue.server";
import { hasEnded, UNFINISHED } from "./states";
import { jobItems, jobs } from "./tables.server";

type Job = typeof jobs.$inferSelect;

/**
 * Asks a job to stop after the items that are being worked on. One that is paused goes to a worker once more, which ends it.
 * @throws 404 for an unknown job, 409 when it has ended already, or cannot be stopped.
 */
export async function cancelJob(tx: ShopTransaction, shop: string, id: string): Promise<void> {
  await assertCanStop(tx, shop, id);
  const [job] = await tx
    .update(jobs)
    .set({ cancelRequestedAt: sql`now()`, pausedAt: null, pausedByName: null, state: AWAKE })
    .where(and(eq(jobs.shop, shop), eq(jobs.id, id), inArray(jobs.state, UNFINISHED)))
    .returning({ state: jobs.state });
  if (!job) {
    await findJob(tx, shop, id);
    throw hasEndedAlready();
  }
  if (job.state === "queued") await enqueue(JOB_QUEUE, id, { shop, jobId: id }, { tx });
}

/** A paused job is queued again; another one stays where it is. */
const AWAKE = sql`CASE ${jobs.state} WHEN 'paused' THEN 'queued' ELSE ${jobs.state} END`;

/** Why a job cannot be stopped; null when it can. */
export const whyItCannotStop = ({ params }: Pick<Job, "params">): string | null =>
  (params as { cannotStop?: string }).cannotStop ?? null;

async function assertCanStop(tx: ShopTransaction, shop: string, id: string): Promise<void> {
  const job = await findJob(tx, shop, id);
  const why = whyItCannotStop(job);
  if (why && !hasEnded(job.state)) throw conflict(why);
}

const hasEndedAlready = () => conflict("This job has ended already.");

/**
 * Lets a job stand still until it is resumed, over restarts too: no worker is kept busy by it, and its rows keep what they
 * have. Items that are being worked on have a few seconds to end; one that takes longer is done anew later, under the same
 * operation id.
 * @returns false when it was paused before: that stays as it is
 * @throws 404 for an unknown job, 409 when it has ended, is being cancelled, or cannot be stopped.
 */
export async function pauseJob(
  tx: ShopTransaction,
  shop: string,
  id: string,
  by: Pick<Administrator, "name">,
): Promise<boolean> {
  await assertCanStop(tx, shop, id);
  const [paused] = await tx
    .update(jobs)
    .set({
      pausedAt: sql`now()`,
      pausedByName: by.name,
      state: sql`CASE ${jobs.state} WHEN 'queued' THEN 'paused' ELSE ${jobs.state} END`,
    })
    .where(
      and(
        eq(jobs.shop, shop),
        eq(jobs.id, id),
        inArray(jobs.state, UNFINISHED),
        isNull(jobs.pausedAt),
        isNull(jobs.cancelRequestedAt),
      ),
    )
    .returning({ id: jobs.id });
  if (paused) return true;
  const { state, pausedAt } = await findJob(tx, shop, id);
  if (hasEnded(state)) throw hasEndedAlready();
  if (!pausedAt) throw conflict("This job is being cancelled, so it cannot be paused.");
  return false;
}

/**
 * Lets a paused job go on where it was.
 * @returns false when it was not paused
 * @throws 404 for an unknown job, 409 when it has ended.
 */
export async function resumeJob(tx: ShopTransaction, shop: string, id: string): Promise<boolean> {
  const [resumed] = await tx
    .update(jobs)
    .set({ pausedAt: null, pausedByName: null, state: AWAKE })
    .where(
      and(eq(jobs.shop, shop), eq(jobs.id, id), inArray(jobs.state, UNFINISHED), isNotNull(jobs.pausedAt)),
    )
    .returning({ state: jobs.state });
  if (resumed) {
    // Without effect where its worker had not stopped yet.
    await enqueue(JOB_QUEUE, id, { shop, jobId: id }, { tx });
    return true;
  }
  if (hasEnded((await findJob(tx, shop, id)).state)) throw hasEndedAlready();
  return false;
}

/**
 * Works on a job's failed and cancelled items once more; what is done stays done.
 * @throws 404 for an unknown job, 409 while it runs or when nothing failed.
 */
export async function retryFailedItems(tx: ShopTransaction, shop: string, id: string): Promise<number> {
  const job = await findJob(tx, shop, id);
  if (!hasEnded(job.state)) throw conflict("This job has not ended yet.");
  const again = await tx
    .update(jobItems)
    .set({ state: "waiting", message: null, finishedAt: null })
    .where(
      and(eq(jobItems.shop, shop), eq(jobItems.jobId, id), inArray(jobItems.state, ["failed", "cancelled"])),
    )
    .returning({ position: jobItems.position });
  if (again.length === 0) throw conflict("No row of this job failed, so there is nothing to retry.");
  await tx
    .update(jobs)
    .set({
      state: "queued",
      failed: 0,
      startedAt: null,
      finishedAt: null,
      cancelRequestedAt: null,
      message: null,
      retriedAt: sql`now()`,
    })
    .where(and(eq(jobs.shop, shop), eq(jobs.id, id)));
  await enqueue(JOB_QUEUE, id, { shop, jobId: id }, { tx });
  return again.length;
}
