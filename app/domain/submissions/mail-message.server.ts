import { and, eq } from "drizzle-orm";
import type { MailText } from "~/core/mail/mail-text";
import { storeQuestion } from "~/core/requests/messages.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { submissionMessageMail } from "./mail-texts.server";
import { fillReply, type ReplyUse, replyProblem } from "./reply-text";
import { hasAddress, mailCustomer, SUBMISSION_REQUEST, type Submission } from "./submission.server";
import { promotions } from "./tables.server";

/** Refuses a reviewer's message that can't be sent. @throws 400 for a placeholder that it can't have */
export function assertMessage(message: string | undefined, use: ReplyUse): void {
  const problem = message ? replyProblem(message, use) : null;
  if (problem) throw badRequest(problem, { message: problem });
}

/** Emails a reviewer's message, with its placeholders filled, and shows it on the customer's page. @param key names what it is about, unique in the submission */
export async function mailMessage(
  tx: ShopTransaction,
  submission: Submission,
  key: string,
  message: string,
  reason?: string,
): Promise<void> {
  const { shop, id, firstName, receiptId, promotionId } = submission;
  const [promotion] = await tx
    .select({ name: promotions.name })
    .from(promotions)
    .where(and(eq(promotions.shop, shop), eq(promotions.id, promotionId)));
  const values = {
    name: firstName,
    promotion: promotion?.name ?? "",
    number: String(id),
    receipt: receiptId,
    reason,
  };
  const text = fillReply(message, values);
  await mailCustomer(tx, submission, submissionMessageMail, key, { message: text });
  await askCustomer(tx, submission, key, text);
}

/** Shows the customer of a submission what a reviewer wrote. Their page has a form for the answer while the submission is open. */
export async function askCustomer(
  tx: ShopTransaction,
  submission: Submission,
  key: string,
  text: string,
): Promise<void> {
  if (!hasAddress(submission)) return;
  const { shop, id, email } = submission;
  const question = { text, operationId: key, email, at: new Date() };
  await storeQuestion(tx, shop, { kind: SUBMISSION_REQUEST, subjectId: String(id) }, question);
}

/** Emails the outcome of a decision: the reviewer's message, or the usual text without one. */
export const mailDecision = (
  tx: ShopTransaction,
  submission: Submission,
  text: MailText<"name" | "promotion" | "number" | "link" | "reason">,
  { key, reason, message }: { key: string; reason: string; message: string | undefined },
): Promise<void> =>
  message
    ? mailMessage(tx, submission, key, message, reason)
    : // The texts end the sentence themselves.
      mailCustomer(tx, submission, text, key, { reason: reason.replace(/[.!]+$/, "") });
