import { auditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { jobSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { type Permission, type RecordScope, scopeIn } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { filesOfJobs } from "~/platform/files/read.server";
import { cancelJob, pauseJob, resumeJob, retryFailedItems } from "~/platform/jobs/control-job.server";
import { updateOf } from "~/platform/jobs/end-job.server";
import { publishJob } from "~/platform/realtime/publish.server";
import { jobRowOf, undoOf } from "./read.server";
import type { JobRow } from "./schemas";
import { type Caller, findVisibleJob, type Job } from "./visible.server";

export const jobCanceled = auditAction<null, null>("job.cancelled", "Canceled a job");
export const jobPaused = auditAction<null, null>("job.paused", "Paused a job");
export const jobResumed = auditAction<null, null>("job.resumed", "Resumed a job");
export const jobRetried = auditAction<null, { rows: number }>(
  "job.retried",
  "Retried the failed rows of a job",
);

/**
 * Asks a job to stop. What was done before stays done.
 * @throws 404 for a job that doesn't exist or that the caller may not see; 409 when it has already ended.
 */
export async function cancelOneJob(caller: Caller, id: string): Promise<JobRow> {
  const { shop, administrator } = caller;
  return withShop(shop.domain, async (tx) => {
    const job = await findVisibleJob(tx, caller, id);
    await cancelJob(tx, shop.domain, id);
    await recordAudit(tx, shop.domain, jobCanceled, {
      actor: administrator,
      subject: { type: jobSubject, id },
      before: null,
      after: null,
      ...scopeOf(job),
    });
    const files = await filesOfJobs(tx, shop.domain, [id]);
    return jobRowOf(await findVisibleJob(tx, caller, id), files);
  });
}

/**
 * Pauses a job until it is resumed. Does nothing when it is already paused.
 * @throws 404 for a job that doesn't exist or that the caller may not see; 409 when it has ended or is being canceled.
 */
export function pauseOneJob(caller: Caller, id: string): Promise<JobRow> {
  return halt(caller, id, jobPaused, (tx, shop) => pauseJob(tx, shop, id, caller.administrator));
}

/**
 * Resumes a paused job. Does nothing when it isn't paused.
 * @throws 404 for a job that doesn't exist or that the caller may not see; 409 when it has ended.
 */
export function resumeOneJob(caller: Caller, id: string): Promise<JobRow> {
  return halt(caller, id, jobResumed, (tx, shop) => resumeJob(tx, shop, id));
}

/** Pauses or resumes a job. Only a change is audited. */
async function halt(
  caller: Caller,
  id: string,
  action: typeof jobPaused,
  change: (tx: ShopTransaction, shop: string) => Promise<boolean>,
): Promise<JobRow> {
  const shop = caller.shop.domain;
  const { job, files } = await withShop(shop, async (tx) => {
    const before = await findVisibleJob(tx, caller, id);
    if (await change(tx, shop))
      await recordAudit(tx, shop, action, {
        actor: caller.administrator,
        subject: { type: jobSubject, id },
        before: null,
        after: null,
        ...scopeOf(before),
      });
    return { job: await findVisibleJob(tx, caller, id), files: await filesOfJobs(tx, shop, [id]) };
  });
  publishJob(shop, job, updateOf(job));
  return jobRowOf(job, files);
}

/**
 * Retries a job's failed and canceled rows, with the administrator who started it as the actor, or the caller when that one has
 * left or lost access.
 * @throws 404 for a job that doesn't exist or that the caller may not see; 409 while it runs or when nothing failed.
 */
export async function retryOneJob(caller: Caller, id: string): Promise<JobRow & { rows: number }> {
  const { shop, administrator } = caller;
  const { job, rows, files } = await withShop(shop.domain, async (tx) => {
    const before = await findVisibleJob(tx, caller, id);
    const again = await retryFailedItems(tx, shop.domain, id, administrator);
    await recordAudit(tx, shop.domain, jobRetried, {
      actor: administrator,
      subject: { type: jobSubject, id },
      before: null,
      after: { rows: again },
      ...scopeOf(before),
    });
    const files = await filesOfJobs(tx, shop.domain, [id]);
    return { job: await findVisibleJob(tx, caller, id), rows: again, files };
  });
  // Pages still show that the job has ended. Publish the change before a worker claims it.
  publishJob(shop.domain, job, updateOf(job));
  return { ...jobRowOf(job, files), rows };
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
