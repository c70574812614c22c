import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { findActor } from "../auth/administrators.server";
import { type Administrator, BACKROOM, mayUse, type Permission } from "../auth/permission";
import type { ShopTransaction } from "../db/with-shop.server";
import { conflict } from "../errors";
import { findJob } from "./job.server";
import { enqueue, JOB_QUEUE } from "./queue.server";
import { hasEnded, ITEMS_DELETED, UNFINISHED } from "./states";
import { jobItems, jobs } from "./tables.server";

type Job = typeof jobs.$inferSelect;

/**
 * Requests a job to stop after its running items. One that isn't in a worker's hands is started, so that a worker ends it.
 * @returns false when it was being canceled already
 * @throws 404 for an unknown job, 409 when it has ended already or can't be stopped.
 */
export async function cancelJob(tx: ShopTransaction, shop: string, id: string): Promise<boolean> {
  await assertCanStop(tx, shop, id);
  const [canceled] = await tx
    .update(jobs)
    .set({ cancelRequestedAt: sql`now()`, pausedAt: null, pausedByName: null, state: UNPAUSED_STATE })
    .where(
      and(
        eq(jobs.shop, shop),
        eq(jobs.id, id),
        inArray(jobs.state, UNFINISHED),
        isNull(jobs.cancelRequestedAt),
      ),
    )
    .returning({ state: jobs.state });
  if (canceled) {
    await startNow(tx, shop, id);
    return true;
  }
  if (hasEnded((await findJob(tx, shop, id)).state)) throw hasEndedAlready();
  return false;
}

/**
 * Starts a job that waits, for its turn or for another system, because a person has decided about it. Has no effect on one that a worker
 * runs: the worker finds the decision itself.
 */
const startNow = (tx: ShopTransaction, shop: string, id: string): Promise<void> =>
  enqueue(JOB_QUEUE, id, { shop, jobId: id }, { tx, priority: "click" });

/** A paused job is queued again. Any other state stays. */
const UNPAUSED_STATE = sql`CASE ${jobs.state} WHEN 'paused' THEN 'queued' ELSE ${jobs.state} END`;

/** Why a job can't be stopped, or null when it can. */
export const reasonNotStoppable = ({ params }: Pick<Job, "params">): string | null =>
  (params as { cannotStop?: string }).cannotStop ?? null;

async function assertCanStop(tx: ShopTransaction, shop: string, id: string): Promise<void> {
  const job = await findJob(tx, shop, id);
  const reason = reasonNotStoppable(job);
  if (reason && !hasEnded(job.state)) throw conflict(reason);
}

const hasEndedAlready = () => conflict("This job has ended already.");

/**
 * Pauses a job until it is resumed, also across restarts. No worker stays busy, and finished items keep their outcome. Running
 * items have a few seconds to end. One that takes longer is aborted and runs again later with the same operation id.
 * @returns false when it was paused already
 * @throws 404 for an unknown job, 409 when it has ended, is being canceled, or can't be stopped.
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
    .returning({ state: jobs.state });
  if (paused) {
    if (paused.state === "running") await startNow(tx, shop, id);
    return true;
  }
  const { state, pausedAt } = await findJob(tx, shop, id);
  if (hasEnded(state)) throw hasEndedAlready();
  if (!pausedAt) throw conflict("This job is being canceled, so it can't be paused.");
  return false;
}

/**
 * Resumes a paused job where it stopped.
 * @returns false when it was not paused
 * @throws 404 for an unknown job, 409 when it has ended.
 */
export async function resumeJob(tx: ShopTransaction, shop: string, id: string): Promise<boolean> {
  const [resumed] = await tx
    .update(jobs)
    .set({ pausedAt: null, pausedByName: null, state: UNPAUSED_STATE })
    .where(
      and(eq(jobs.shop, shop), eq(jobs.id, id), inArray(jobs.state, UNFINISHED), isNotNull(jobs.pausedAt)),
    )
    .returning({ state: jobs.state });
  if (resumed) {
    // Has no effect when its worker had not stopped yet.
    await enqueue(JOB_QUEUE, id, { shop, jobId: id }, { tx });
    return true;
  }
  if (hasEnded((await findJob(tx, shop, id)).state)) throw hasEndedAlready();
  return false;
}

/**
 * Runs a job's failed and canceled items again. Items that are done stay done.
 * @param by who retries it. They take the job over when the administrator who started it has left or lost access
 * @throws 404 for an unknown job, 409 while it runs, when nothing failed, or when its items were deleted because of their age.
 */
export async function retryFailedItems(
  tx: ShopTransaction,
  shop: string,
  id: string,
  by?: Administrator,
): Promise<number> {
  const job = await findJob(tx, shop, id);
  if (!hasEnded(job.state)) throw conflict("This job hasn't ended yet.");
  if (job.itemsDeletedAt) throw conflict(`${ITEMS_DELETED} They can't be retried.`);
  const retried = await tx
    .update(jobItems)
    .set({ state: "waiting", message: null, finishedAt: null })
    .where(
      and(eq(jobItems.shop, shop), eq(jobItems.jobId, id), inArray(jobItems.state, ["failed", "cancelled"])),
    )
    .returning({ position: jobItems.position });
  if (retried.length === 0) throw conflict("No row of this job failed, so there is nothing to retry.");
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
      ...(by && (await isTakenOver(job, by)) && { startedById: by.id, startedByName: by.name }),
    })
    .where(and(eq(jobs.shop, shop), eq(jobs.id, id)));
  await enqueue(JOB_QUEUE, id, { shop, jobId: id }, { tx });
  return retried.length;
}

/** Whether only the administrator who retries a job may run it: each item checks the access of the one who started it. */
async function isTakenOver({ shop, startedById, permission }: Job, by: Administrator): Promise<boolean> {
  const required = JSON.parse(permission) as Permission;
  const starter = await findActor(shop, startedById);
  const mayStarter = starter && (starter === BACKROOM || mayUse(starter, required));
  return !mayStarter && mayUse(by, required);
}
