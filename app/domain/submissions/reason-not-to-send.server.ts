import { and, eq } from "drizzle-orm";
import type { QueuedMail } from "~/core/mail/mail-text";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { orderAttempts } from "./orders/tables.server";
import { isOpenStatus } from "./statuses";
import { isSubmission, readMailKey, type Submission } from "./submission.server";
import { submissions } from "./tables.server";

/**
 * Why an email about a submission must no longer be sent, in a sentence; null when it may be. It may have waited for the mail server
 * while the submission was decided, or its order was canceled.
 */
export async function reasonNotToSend(
  tx: ShopTransaction,
  { shop, key }: QueuedMail,
): Promise<string | null> {
  const about = readMailKey(key);
  // A test email is about no submission.
  if (!about) return null;
  const [submission] = await tx
    .select()
    .from(submissions)
    .where(isSubmission({ shop, id: about.id }));
  if (!submission) return null;
  const { reason, detail } = about;
  switch (reason) {
    case "received":
      return submission.status === "Denied" || submission.orderId !== null ? DECIDED : null;
    case "held":
      return submission.holdReasonId === null ? NOT_HELD : null;
    case "unreadable":
      return submission.attachmentId === detail && isOpenStatus(submission.status) ? null : NOT_NEEDED;
    case "approved":
      return (await hasOrderOf(tx, submission, detail)) ? null : NO_ORDER;
    case "shipped": {
      const isSame = String(submission.orderId) === detail.split(":")[0];
      const isShipped = submission.status === "Shipped" || submission.status === "Delivered";
      return isSame && isShipped ? null : NOT_SHIPPED;
    }
    default:
      return null;
  }
}

/** Whether the order of a submission is the one that this attempt created. */
async function hasOrderOf(
  tx: ShopTransaction,
  { shop, orderId }: Submission,
  attemptId: string,
): Promise<boolean> {
  if (orderId === null) return false;
  const isOfAttempt = and(
    eq(orderAttempts.shop, shop),
    eq(orderAttempts.id, attemptId),
    eq(orderAttempts.orderId, orderId),
  );
  return (await tx.$count(orderAttempts, isOfAttempt)) > 0;
}

const DECIDED = "The submission was decided before this email could be sent.";
const NOT_HELD = "The submission is no longer on hold, so this email wasn't sent.";
const NOT_NEEDED =
  "The customer sent another receipt, or the submission was decided, so this email wasn't sent.";
const NO_ORDER = "The order was canceled before this email could be sent.";
const NOT_SHIPPED = "The shipment was canceled before this email could be sent.";
