import { recordAudit } from "~/domain/audit/record.server";
import { type Flag, flagIn, type Permission } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { filesOfJobs } from "~/platform/files/read.server";
import { cancelJob, pauseJob, resumeJob, retryFailedItems } from "~/platform/jobs/control.server";
import { progressOf } from "~/platform/jobs/progress";
import { publishJob } from "~/platform/realtime/publish.server";
import type { JobRow } from "./contract";
import { jobRowOf } from "./read.server";
import { type Caller, findVisibleJob, type Job } from "./visible.server";

/**
 * Asks a job to stop. What was done before stays done.
 * @throws 404 for a job that is not there, or that the caller may not see; 409 when it has ended already.
 */
export async function cancelOneJob(caller: Caller, id: string): Promise<JobRow> {
  const { shop, administrator } = caller;
  return withShop(shop.domain, async (tx) => {
    const job = await findVisibleJob(tx, caller, id);
    await cancelJob(tx, shop.domain, id);
    await recordAudit(tx, shop.domain, {
      action: "job.cancelled",
      actor: administrator,
      subject: { type: "job", id },
      before: null,
      after: null,
      flag: flagOf(job),
    });
    const made = await filesOfJobs(tx, shop.domain, [id]);
    return jobRowOf(await findVisibleJob(tx, caller, id), made);
  });
}

/**
 * Lets a job stand still until somebody resumes it; one that is paused already stays so.
 * @throws 404 for a job that is not there, or that the caller may not see; 409 when it has ended or is being cancelled.
 */
export function pauseOneJob(caller: Caller, id: string): Promise<JobRow> {
  return halt(caller, id, "job.paused", (tx, shop) => pauseJob(tx, shop, id, caller.administrator));
}

/**
 * Lets a paused job go on where it was; one that is not paused just goes on.
 * @throws 404 for a job that is not there, or that the caller may not see; 409 when it has ended.
 */
export function resumeOneJob(caller: Caller, id: string): Promise<JobRow> {
  return halt(caller, id, "job.resumed", (tx, shop) => resumeJob(tx, shop, id));
}

/** Pauses or resumes; written down only by the click that had an effect. */
async function halt(
  caller: Caller,
  id: string,
  action: "job.paused" | "job.resumed",
  change: (tx: ShopTransaction, shop: string) => Promise<boolean>,
): Promise<JobRow> {
  const shop = caller.shop.domain;
  const { job, made } = await withShop(shop, async (tx) => {
    const before = await findVisibleJob(tx, caller, id);
    if (await change(tx, shop))
      await recordAudit(tx, shop, {
        action,
        actor: caller.administrator,
        subject: { type: "job", id },
        before: null,
        after: null,
        flag: flagOf(before),
      });
    return { job: await findVisibleJob(tx, caller, id), made: await filesOfJobs(tx, shop, [id]) };
  });
  publishJob(shop, job.startedById, { id, state: job.state, ...progressOf(job) });
  return jobRowOf(job, made);
}

/**
 * Works on a job's failed and cancelled rows once more, in the name of who started it.
 * @throws 404 for a job that is not there, or that the caller may not see; 409 while it runs or when nothing failed.
 */
export async function retryOneJob(caller: Caller, id: string): Promise<JobRow & { rows: number }> {
  const { shop, administrator } = caller;
  const { job, rows, made } = await withShop(shop.domain, async (tx) => {
    const before = await findVisibleJob(tx, caller, id);
    const again = await retryFailedItems(tx, shop.domain, id);
    await recordAudit(tx, shop.domain, {
      action: "job.retried",
      actor: administrator,
      subject: { type: "job", id },
      before: null,
      after: { rows: again },
      flag: flagOf(before),
    });
    const made = await filesOfJobs(tx, shop.domain, [id]);
    return { job: await findVisibleJob(tx, caller, id), rows: again, made };
  });
  // Pages still hold that the job has ended: tell them, before a worker takes it up.
  publishJob(shop.domain, job.startedById, { id, state: job.state, ...progressOf(job) });
  return { ...jobRowOf(job, made), rows };
}

/** The function that a job belongs to, where it is exactly one. */
const flagOf = (job: Job): Flag | undefined => flagIn(JSON.parse(job.permission) as Permission);
