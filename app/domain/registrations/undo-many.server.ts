import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { Busy, LostLease } from "~/core/intents/intents.server";
import { jobUndos } from "~/core/job-undo.server";
import { mayUse, type Permission } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, forbidden, Refusal } from "~/platform/errors";
import { defineJob, lockJob, startJob } from "~/platform/jobs/job.server";
import { hasEnded } from "~/platform/jobs/states";
import { pluralize } from "~/platform/text/pluralize";
import { decisionToolsOfJob } from "./call-tools.server";
import { askManyJob, decideManyJob } from "./decide-many.server";
import { earlierMailText } from "./messages";
import { withdrawQuestion } from "./questions/ask.server";
import { STATUS_NAMES } from "./status";
import { registrationDecisions } from "./tables.server";
import { findUndo, UNDO_MANY, undoDecision } from "./undo.server";

const item = z.object({
  decisionId: z.uuid().optional(),
  /** Instead of a decision. */
  questionId: z.uuid().optional(),
  /** Absent when the customer's data was erased after the job was started. */
  customerId: z.number().int().optional(),
});

/** Undoes the decisions or the questions of a job, each with its own outcome. A customer who was changed since is skipped. */
export const undoManyJob = defineJob({
  name: UNDO_MANY,
  item,
  concurrency: 24,
  async run({ decisionId, questionId, customerId }, context) {
    if (customerId === undefined) return { state: "skipped", message: "This person's data was erased." };
    const tools = decisionToolsOfJob(context);
    try {
      if (questionId) {
        const { mail, isPending } = await withdrawQuestion(tools, questionId);
        const text = earlierMailText(mail);
        return {
          state: "done",
          message: `${isPending ? "Pending again" : "Withdrawn"}${text && `.${text}`}`,
        };
      }
      const { status, mails } = await undoDecision(tools, decisionId ?? "", context.operationId);
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

/** What each kind of job has done: rows of `key`, `customer_id` and `label`, in the order of its items. */
const DONE_BY: Readonly<Record<string, { key: "decisionId" | "questionId"; text: string }>> = {
  [decideManyJob.name]: {
    key: "decisionId",
    text: `SELECT decision.id AS key, decision.customer_id, coalesce(item.label, customer.display_name) AS label
             FROM registration_decisions AS decision
             LEFT JOIN customers_of_shop AS customer ON customer.id = decision.customer_id
             LEFT JOIN job_items AS item ON item.shop = decision.shop AND item.job_id = $2::text::uuid
                  AND (item.input ->> 'customerId')::bigint = decision.customer_id
            WHERE decision.shop = $1 AND decision.job_id = $2::text AND decision.state = 'done'
            ORDER BY item.position`,
  },
  [askManyJob.name]: {
    key: "questionId",
    text: `SELECT question.id AS key, question.customer_id, item.label
             FROM job_items AS item
             JOIN registration_questions AS question
               ON question.shop = item.shop AND question.operation_id = $2::text || ':' || item.position
            WHERE item.shop = $1 AND item.job_id = $2::text::uuid
            ORDER BY item.position`,
  },
};

/**
 * Starts the job that undoes the decisions or the questions of another job. Repeated, it returns the same job.
 * @throws 403 without the flag of the registrations, 404 for an unknown job, 409 while it runs, as long as the outcome of a
 * decision isn't known, and when it did nothing
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
    const done = DONE_BY[job.kind];
    if (!done) throw conflict("This job has made no decisions.");
    if (!hasEnded(job.state)) throw conflict("This job is still running. Cancel it first, then undo it.");
    const earlier = await findUndo(tx, shop, jobId);
    if (earlier) return { jobId: earlier };
    await assertAllKnown(tx, shop, jobId);
    const { rows } = await tx.$client.query<{ key: string; customer_id: string; label: string | null }>(
      done.text,
      [shop, jobId],
    );
    if (rows.length === 0) throw conflict("This job has changed no one, so there is nothing to undo.");
    const id = await startJob(tx, shop, undoManyJob, {
      title: `Undo: ${job.title}`,
      doneWord: "undone",
      permission,
      startedBy: administrator,
      items: rows.map(({ key, customer_id, label }) => ({
        label: label ?? "A deleted customer",
        input: { [done.key]: key, customerId: Number(customer_id) },
      })),
      params: { undoes: jobId },
    });
    return { jobId: id };
  });
}

/**
 * A job may end before it is known whether Shopify applied a decision. The undo, which is started once, would leave that one out.
 * @throws 409 while a decision of the job is open
 */
async function assertAllKnown(tx: ShopTransaction, shop: string, jobId: string): Promise<void> {
  const row = registrationDecisions;
  const isOpen = and(eq(row.shop, shop), eq(row.jobId, jobId), eq(row.state, "started"));
  const open = await tx.$count(row, isOpen);
  if (open > 0)
    throw conflict(
      `Backroom is checking whether ${pluralize(open, "decision")} of this job ${open === 1 ? "was" : "were"} applied. Undo it in a minute.`,
    );
}

const undoOf = ({ name }: { name: string }) =>
  jobUndos.handler({
    kind: name,
    start: undoDecisions,
    canStart: async (tx, shop, jobId) => (await findUndo(tx, shop, jobId)) === undefined,
  });

/** The jobs that decide or ask can be undone from their page. */
export const undoOfDecisions = undoOf(decideManyJob);
export const undoOfQuestions = undoOf(askManyJob);
