import { and, eq } from "drizzle-orm";
import { isFirstDelivery, wasDelivered } from "~/core/webhooks/first-delivery.server";
import { BACKROOM } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { fulfillmentCanceled, orderCanceled, submissionDelivered, submissionShipped } from "../audit.server";
import { submissionShippedMail } from "../mail-texts.server";
import {
  isSubmission,
  lockSubmissions,
  mailCustomer,
  publishSubmissions,
  recordSubmissionAudit,
  type Submission,
} from "../submission.server";
import { submissions } from "../tables.server";
import { orderAttempts } from "./tables.server";

/**
 * What Shopify reports about an order's delivery. Reports arrive late, twice and in any order. `fulfillmentId`: of the fulfillment that a
 * webhook is about.
 */
export type DeliveryReport = { fulfillmentId?: number } & (
  | { is: "shipped"; at: Date; trackingNumber: string | null }
  | { is: "delivered"; at: Date; trackingNumber?: string | null }
  /** The fulfillment with this number was canceled. The order stays. */
  | { is: "unshipped"; trackingNumber: string | null }
  | { is: "canceled"; reason: string }
);

/**
 * Applies a report to the submission of an order. An order that no submission has changes nothing.
 * @param readVersion of the submission before the report was read. One that has changed since keeps what is newer
 */
export async function recordDelivery(
  shop: string,
  orderId: number,
  report: DeliveryReport,
  readVersion?: number,
): Promise<void> {
  const changed = await withShop(shop, async (tx) => {
    const [found] = await tx
      .select({ id: submissions.id })
      .from(submissions)
      .where(and(eq(submissions.shop, shop), eq(submissions.orderId, orderId)));
    if (!found) return null;
    const [submission] = await lockSubmissions(tx, shop, [found.id]);
    if (submission?.orderId !== orderId) return null;
    if (readVersion !== undefined && submission.version !== readVersion) return null;
    if (await isOfCanceledFulfillment(tx, shop, report)) return null;
    return (await applyReport(tx, submission, report)) ? submission.id : null;
  });
  if (changed !== null) publishSubmissions(shop, [changed]);
}

/** Whether the fulfillment of a report was canceled, which is final. Its cancellation is remembered as long as webhooks may be late. */
async function isOfCanceledFulfillment(
  tx: ShopTransaction,
  shop: string,
  { is, fulfillmentId }: DeliveryReport,
): Promise<boolean> {
  if (fulfillmentId === undefined) return false;
  const cancellation = `canceled fulfillment ${fulfillmentId}`;
  if (is !== "unshipped") return wasDelivered(tx.$client, shop, cancellation);
  await isFirstDelivery(tx.$client, shop, cancellation, "FULFILLMENTS_UPDATE");
  return false;
}

function applyReport(tx: ShopTransaction, submission: Submission, report: DeliveryReport): Promise<boolean> {
  switch (report.is) {
    case "shipped":
      return ship(tx, submission, report);
    case "delivered":
      return deliver(tx, submission, report);
    case "unshipped":
      return unship(tx, submission, report);
    case "canceled":
      return cancel(tx, submission, report.reason);
  }
}

const update = (tx: ShopTransaction, submission: Submission, set: Partial<Submission>) =>
  tx
    .update(submissions)
    .set({ ...set, version: submission.version + 1 })
    .where(isSubmission(submission));

async function ship(
  tx: ShopTransaction,
  submission: Submission,
  { at, trackingNumber }: Extract<DeliveryReport, { is: "shipped" }>,
): Promise<boolean> {
  const { status } = submission;
  if (status === "Shipped" || status === "Delivered") {
    // The number may be added after the order was shipped.
    if (!trackingNumber || submission.trackingNumber === trackingNumber) return false;
    await update(tx, submission, { trackingNumber });
    // The email that it was shipped had none.
    if (status === "Shipped" && submission.trackingNumber === null)
      await mailShipped(tx, submission, trackingNumber);
    return true;
  }
  if (status !== "Order Created") return false;
  const tracking = trackingNumber ?? submission.trackingNumber;
  await update(tx, submission, {
    status: "Shipped",
    fulfillmentStatus: "Shipped",
    trackingNumber: tracking,
    shippedAt: at,
  });
  await recordSubmissionAudit(tx, submission, submissionShipped, BACKROOM, {
    before: { status },
    after: { status: "Shipped", tracking: tracking ?? "" },
  });
  await mailShipped(tx, submission, tracking);
  return true;
}

/** Once for each number: a second shipment of the order has another one. */
function mailShipped(tx: ShopTransaction, submission: Submission, tracking: string | null): Promise<void> {
  const key = `shipped:${submission.orderId}:${tracking ?? ""}`;
  return mailCustomer(tx, submission, submissionShippedMail, key, {
    order: submission.orderName ?? "",
    tracking: tracking ?? "not available",
  });
}

async function deliver(
  tx: ShopTransaction,
  submission: Submission,
  { at, trackingNumber }: Extract<DeliveryReport, { is: "delivered" }>,
): Promise<boolean> {
  const { status } = submission;
  if (status !== "Order Created" && status !== "Shipped") return false;
  await update(tx, submission, {
    status: "Delivered",
    fulfillmentStatus: "Delivered",
    trackingNumber: trackingNumber ?? submission.trackingNumber,
    shippedAt: submission.shippedAt ?? at,
    deliveredAt: at,
  });
  await recordSubmissionAudit(tx, submission, submissionDelivered, BACKROOM, {
    before: { status },
    after: { status: "Delivered" },
  });
  return true;
}

/**
 * Another fulfillment may have shipped the order since. Then the number differs, also from that of a fulfillment without one. A reading of
 * the order that finds no shipment is about all of its fulfillments.
 */
async function unship(
  tx: ShopTransaction,
  submission: Submission,
  { trackingNumber, fulfillmentId }: Extract<DeliveryReport, { is: "unshipped" }>,
): Promise<boolean> {
  const { status } = submission;
  const isAboutOne = trackingNumber !== null || fulfillmentId !== undefined;
  if (status !== "Shipped" || (isAboutOne && trackingNumber !== submission.trackingNumber)) return false;
  await update(tx, submission, {
    status: "Order Created",
    fulfillmentStatus: "Unfulfilled",
    trackingNumber: null,
    shippedAt: null,
  });
  await recordSubmissionAudit(tx, submission, fulfillmentCanceled, BACKROOM, {
    before: { status, tracking: submission.trackingNumber ?? "" },
    after: { status: "Order Created", tracking: "" },
  });
  return true;
}

/** A canceled order's submission is reviewed again. A new approval is a new attempt. */
async function cancel(tx: ShopTransaction, submission: Submission, reason: string): Promise<boolean> {
  const { shop, status, orderName } = submission;
  const problem = `The order ${orderName ?? ""} was canceled: ${reason}.`;
  await tx
    .update(orderAttempts)
    .set({ state: "canceled", message: problem })
    .where(
      and(
        eq(orderAttempts.shop, shop),
        eq(orderAttempts.submissionId, submission.id),
        eq(orderAttempts.state, "done"),
      ),
    );
  await update(tx, submission, {
    status: "In Review",
    problem,
    reviewerId: submission.reviewerId ?? submission.approverId,
    reviewerEmail: submission.reviewerEmail ?? submission.approverEmail,
    approverId: null,
    approverEmail: null,
    approvedAt: null,
    decidedAt: null,
    secondLook: null,
    orderId: null,
    orderName: null,
    fulfillmentStatus: null,
    trackingNumber: null,
    shippedAt: null,
    deliveredAt: null,
  });
  await recordSubmissionAudit(tx, submission, orderCanceled, BACKROOM, {
    before: { status, order: orderName ?? "" },
    after: { status: "In Review", reason: problem },
  });
  return true;
}
