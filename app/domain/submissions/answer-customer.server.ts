import type { CallContext } from "~/core/context.server";
import { findStop, stoppedText } from "~/core/mail/stops.server";
import { submissionAnswered } from "./audit.server";
import { assertMessage, mailMessage } from "./mail-message.server";
import {
  changeSubmissions,
  isMailQueued,
  recordSubmissionAudit,
  type SubmissionOutcome,
} from "./submission.server";

/**
 * Emails the customer of a submission, whose status stays. The same operation again sends nothing.
 * @throws 400 for a message that can't be sent, 409 when the customer's address was erased or is blocked
 */
export function answerCustomer(
  { shop: { domain }, administrator }: CallContext,
  { id, message, operationId }: { id: number; message: string; operationId: string },
): Promise<SubmissionOutcome[]> {
  assertMessage(message, "answer");
  return changeSubmissions(domain, [id], async (tx, submission) => {
    if (!submission.email) return "The customer's data was erased, so there is no address to write to.";
    const key = `answer:${operationId}`;
    if (await isMailQueued(tx, submission, key)) return undefined;
    const stop = await findStop(tx, domain, submission.email);
    if (stop) return stoppedText(stop.reason);
    await mailMessage(tx, submission, key, message);
    await recordSubmissionAudit(tx, submission, submissionAnswered, administrator, {
      before: null,
      after: { status: submission.status, message },
    });
    return undefined;
  });
}
