import { z } from "zod";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallContext } from "~/core/context.server";
import { jobUndos } from "~/core/job-undo.server";
import { Busy, LostLease } from "~/core/operations/operations.server";
import { mayUse, type Permission } from "~/platform/auth/permission";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, forbidden, Refusal } from "~/platform/errors";
import { defineJob, lockJob, startJob } from "~/platform/jobs/job.server";
import { hasEnded } from "~/platform/jobs/states";
import { decideManyJob } from "./decide-many.server";
import { earlierMailText } from "./messages";
import { STATUS_NAMES } from "./status";
import { findUndo, UNDO_MANY, undoDecision } from "./undo.server";

const item = z.object({
  decisionId: z.uuid(),
  /** Absent when the customer's data was erased after the job was started. */
  customerId: z.number().int().optional(),
});

/** Undoes the decisions of a job, each with its own outcome. A customer who was changed since is skipped. */
export const undoManyJob = defineJob({
  name: UNDO_MANY,
  item,
  concurrency: 24,
  async run({ decisionId, customerId }, { shop, administrator, operationId, signal }) {
    if (customerId === undefined) return { state: "skipped", message: "This person's data was erased." };
    const tools = {
      shop,
      actor: administrator,
      adminApi: liveAdminApi(shop),
      clock: systemClock,
      call: { priority: "bulk", signal } as const,
    };
    try {
      const { status, mails } = await undoDecision(tools, decisionId, operationId);
      const mail = earlierMailText(mails?.earlier);
      return { state: "done", message: `${STATUS_NAMES[status]} again${mail && `.${mail}`}` };
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 409 || isTemporary(error)) throw error;
      return { state: "skipped", message: error.message, reason: "changed since" };
    }
  },
});

/** Another decision on the customer was in progress: a retry shows whether they were changed. */
const isTemporary = (error: Refusal): boolean => error instanceof Busy || error instanceof LostLease;

/**
 * Starts the job that undoes the decisions of another job. Repeated, it returns the same job.
 * @throws 403 without the flag of the registrations, 404 for an unknown job, 409 while it runs and when it made no decision
 */
export async function undoDecisions(
  { shop: { domain: shop }, administrator }: CallContext,
  jobId: string,
): Promise<{ jobId: string }> {
  return withShop(shop, async (tx) => {
    // Locked, so that two administrators can't undo it at the same time, and no one can retry it until this has committed.
    const job = await lockJob(tx, shop, jobId);
    const permission = JSON.parse(job.permission) as Permission;
    if (!mayUse(administrator, permission)) throw forbidden();
    if (job.kind !== decideManyJob.name) throw conflict("This job has made no decisions.");
    if (!hasEnded(job.state)) throw conflict("This job is still running. Cancel it first, then undo it.");
    const earlier = await findUndo(tx, shop, jobId);
    if (earlier) return { jobId: earlier };
    const { rows } = await tx.$client.query<{ id: string; customer_id: string; label: string | null }>(
      `SELECT decision.id, decision.customer_id, coalesce(item.label, customer.display_name) AS label
         FROM registration_decisions AS decision
         LEFT JOIN customers_of_shop AS customer ON customer.id = decision.customer_id
         LEFT JOIN job_items AS item ON item.shop = decision.shop AND item.job_id = $2::text::uuid
              AND (item.input ->> 'customerId')::bigint = decision.customer_id
        WHERE decision.shop = $1 AND decision.job_id = $2::text AND decision.state = 'done'
        ORDER BY item.position`,
      [shop, jobId],
    );
    if (rows.length === 0) throw conflict("This job made no decision, so there is nothing to undo.");
    const id = await startJob(tx, shop, undoManyJob, {
      title: `Undo: ${job.title}`,
      doneWord: "undone",
      permission,
      startedBy: administrator,
      items: rows.map((row) => ({
        label: row.label ?? "A deleted customer",
        input: { decisionId: row.id, customerId: Number(row.customer_id) },
      })),
      params: { undoes: jobId },
    });
    return { jobId: id };
  });
}

/** The jobs that decide can be undone from their page. */
export const undoOfDecisions = jobUndos.handler({
  kind: decideManyJob.name,
  start: undoDecisions,
  canStart: async (tx, shop, jobId) => (await findUndo(tx, shop, jobId)) === undefined,
});
