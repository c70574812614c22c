import { and, eq } from "drizzle-orm";
import { completeIntent, dropIntent, LostLease } from "~/core/intents/intents.server";
import { withShop } from "~/platform/db/with-shop.server";
import { orderRefused, submissionOrdered } from "../audit.server";
import { submissionApprovedMail } from "../mail-texts.server";
import {
  isSubmission,
  lockSubmissions,
  mailCustomer,
  publishSubmissions,
  recordSubmissionAudit,
} from "../submission.server";
import { submissions } from "../tables.server";
import { type CreatedOrder, type OrderAttempt, orderAttempt } from "./order-attempt.server";
import { orderAttempts } from "./tables.server";

/** The number at the end of Shopify's id. */
export const orderIdOf = (gid: string): number => Number(gid.split("/").pop());

const approverOf = ({ approverId, approverName }: OrderAttempt) => ({ id: approverId, name: approverName });

/** Ends an attempt whose order exists. @throws LostLease, with nothing written */
export async function completeAttempt(attempt: OrderAttempt, order: CreatedOrder, now: Date): Promise<void> {
  const { shop, id, submissionId } = attempt;
  const orderId = orderIdOf(order.id);
  await withShop(shop, async (tx) => {
    // The submission first, in the order in which reviews lock.
    const [submission] = await lockSubmissions(tx, shop, [submissionId]);
    await completeIntent(tx, orderAttempt, attempt, now);
    await tx
      .update(orderAttempts)
      .set({ orderId, message: null })
      .where(and(eq(orderAttempts.shop, shop), eq(orderAttempts.id, id)));
    if (!submission) return;
    await tx
      .update(submissions)
      .set({
        status: "Order Created",
        orderId,
        orderName: order.name,
        fulfillmentStatus: "Unfulfilled",
        version: submission.version + 1,
      })
      .where(isSubmission(submission));
    await recordSubmissionAudit(tx, submission, submissionOrdered, approverOf(attempt), {
      before: { status: submission.status },
      after: { status: "Order Created", order: order.name },
    });
    await mailCustomer(tx, submission, submissionApprovedMail, `approved:${id}`, { order: order.name });
  });
  publishSubmissions(shop, [submissionId]);
}

/** Ends an attempt that certainly has no order. The submission is In Review again, with the reason. @throws LostLease, with nothing written */
export async function refuseAttempt(attempt: OrderAttempt, problem: string, now: Date): Promise<void> {
  const { shop, id, submissionId } = attempt;
  await withShop(shop, async (tx) => {
    const [submission] = await lockSubmissions(tx, shop, [submissionId]);
    // Another attempt may be creating the order.
    if (!(await dropIntent(tx, orderAttempt, attempt, now))) throw new LostLease(orderAttempt);
    await tx
      .update(orderAttempts)
      .set({ message: problem })
      .where(and(eq(orderAttempts.shop, shop), eq(orderAttempts.id, id)));
    if (submission?.status !== "Approved") return;
    await tx
      .update(submissions)
      .set({
        status: "In Review",
        problem,
        approverId: null,
        approverEmail: null,
        approvedAt: null,
        decidedAt: null,
        secondLook: null,
        reviewerId: submission.reviewerId ?? submission.approverId,
        reviewerEmail: submission.reviewerEmail ?? submission.approverEmail,
        version: submission.version + 1,
      })
      .where(isSubmission(submission));
    await recordSubmissionAudit(tx, submission, orderRefused, approverOf(attempt), {
      before: { status: "Approved" },
      after: { status: "In Review", reason: problem },
    });
  });
  publishSubmissions(shop, [submissionId]);
}
