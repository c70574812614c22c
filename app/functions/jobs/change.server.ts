import { auditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { type Permission, type RecordScope, scopeIn } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { cancelJob, pauseJob, resumeJob, retryFailedItems } from "~/platform/jobs/control-job.server";
import { updateOf } from "~/platform/jobs/end-job.server";
import { publishJob } from "~/platform/realtime/publish.server";
import { type JobRow, undoOf } from "./list.server";
import { readJobRow } from "./read.server";
import { findVisibleJob, type Job } from "./visible.server";

export const jobCanceled = auditAction<null, null>("job.cancelled", "Canceled a job");
export const jobPaused = auditAction<null, null>("job.paused", "Paused a job");
export const jobResumed = auditAction<null, null>("job.resumed", "Resumed a job");
export const jobRetried = auditAction<null, { rows: number }>(
  "job.retried",
  "Retried the failed rows of a job",
);

/**
 * Asks a job to stop. What was done before stays done. Does nothing when it is stopping already.
 * @throws 404 for a job that doesn't exist or that the caller may not see; 409 when it has already ended.
 */
export async function cancelOneJob(caller: CallContext, id: string): Promise<JobRow> {
  const { shop, administrator } = caller;
  return withShop(shop.domain, async (tx) => {
    const job = await findVisibleJob(tx, caller, id);
    if (await cancelJob(tx, shop.domain, id))
      await recordAudit(tx, shop.domain, jobCanceled, {
        actor: administrator,
        subject: { type: jobSubject, id },
        before: null,
        after: null,
        ...scopeOf(job),
      });
    return readJobRow(tx, caller, id);
  });
}

/**
 * Pauses a job until it is resumed. Does nothing when it is already paused.
 * @throws 404 for a job that doesn't exist or that the caller may not see; 409 when it has ended or is being canceled.
 */
export function pauseOneJob(caller: CallContext, id: string): Promise<JobRow> {
  return halt(caller, id, jobPaused, (tx, shop) => pauseJob(tx, shop, id, caller.administrator));
}

/**
 * Resumes a paused job. Does nothing when it isn't paused.
 * @throws 404 for a job that doesn't exist or that the caller may not see; 409 when it has ended.
 */
export function resumeOneJob(caller: CallContext, id: string): Promise<JobRow> {
  return halt(caller, id, jobResumed, (tx, shop) => resumeJob(tx, shop, id));
}

/** Pauses or resumes a job. Only a change is audited. */
async function halt(
  caller: CallContext,
  id: string,
  action: typeof jobPaused,
  change: (tx: ShopTransaction, shop: string) => Promise<boolean>,
): Promise<JobRow> {
  const shop = caller.shop.domain;
  const { job, row } = await withShop(shop, async (tx) => {
    const before = await findVisibleJob(tx, caller, id);
    if (await change(tx, shop))
      await recordAudit(tx, shop, action, {
        actor: caller.administrator,
        subject: { type: jobSubject, id },
        before: null,
        after: null,
        ...scopeOf(before),
      });
    return { job: await findVisibleJob(tx, caller, id), row: await readJobRow(tx, caller, id) };
  });
  publishJob(shop, job, updateOf(job));
  return row;
}

/**
 * Retries a job's failed and canceled rows, with the administrator who started it as the actor, or the caller when that one has
 * left or lost access.
 * @throws 404 for a job that doesn't exist or that the caller may not see; 409 while it runs or when nothing failed.
 */
export async function retryOneJob(caller: CallContext, id: string): Promise<JobRow & { rows: number }> {
  const { shop, administrator } = caller;
  const { job, rows, row } = await withShop(shop.domain, async (tx) => {
    const before = await findVisibleJob(tx, caller, id);
    const again = await retryFailedItems(tx, shop.domain, id, administrator);
    await recordAudit(tx, shop.domain, jobRetried, {
      actor: administrator,
      subject: { type: jobSubject, id },
      before: null,
      after: { rows: again },
      ...scopeOf(before),
    });
    const row = await readJobRow(tx, caller, id);
    return { job: await findVisibleJob(tx, caller, id), rows: again, row };
  });
  // Pages still show that the job has ended. Publish the change before a worker claims it.
  publishJob(shop.domain, job, updateOf(job));
  return { ...row, rows };
}

/** The function of a job, if it is exactly one, and its tabs. */
const scopeOf = (job: Job): RecordScope => scopeIn(JSON.parse(job.permission) as Permission);

/**
 * Starts the job that undoes what another one has done.
 * @throws 404 for a job that doesn't exist or that the caller may not see, 409 for a kind that can't be undone; as its `start`
 */
export async function undoOneJob(
  context: CallContext,
  id: string,
): Promise<{ jobId: string; title: string }> {
  const job = await withShop(context.shop.domain, (tx) => findVisibleJob(tx, context, id));
  const undo = undoOf(job);
  if (!undo) throw conflict("This job can't be undone here.");
  const { jobId } = await undo.start(context, id);
  return { jobId, title: job.title };
}
