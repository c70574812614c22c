import { recordAudit } from "~/domain/audit/record.server";
import { type Flag, flagIn, type Permission } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { filesOfJobs } from "~/platform/files/read.server";
import { cancelJob, retryFailedItems } from "~/platform/jobs/job.server";
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
