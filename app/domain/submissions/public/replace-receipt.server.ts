import { and, eq } from "drizzle-orm";
import type { Upload } from "~/core/attachments/read-upload.server";
import { removeAttachments } from "~/core/attachments/remove-attachments.server";
import { saveAttachment } from "~/core/attachments/save-attachment.server";
import type { Visitor } from "~/core/public-forms/submit-entry.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, Refusal } from "~/platform/errors";
import { submissionAccess } from "../access";
import { receiptReplaced } from "../audit.server";
import { requestReceiptCheck } from "../check-receipts.server";
import { receiptKind } from "../receipt-kind";
import { isOpenStatus } from "../statuses";
import {
  lockSubmissions,
  publishSubmissions,
  recordSubmissionAudit,
  type Submission,
} from "../submission.server";
import { receiptChecks, submissions } from "../tables.server";

/** The audit log's actor: customers aren't signed in. */
const CUSTOMER = { id: "visitor", name: "A customer" };

/** Why a submission's receipt can't be read. Undefined while it can, and while that isn't known yet. */
export async function findReceiptProblem(shop: string, submissionId: number): Promise<string | undefined> {
  const [check] = await withShop(shop, (tx) =>
    tx
      .select({ problem: receiptChecks.problem })
      .from(receiptChecks)
      .where(
        and(
          eq(receiptChecks.shop, shop),
          eq(receiptChecks.submissionId, submissionId),
          eq(receiptChecks.state, "failed"),
        ),
      ),
  );
  return check?.problem ?? undefined;
}

/**
 * Replaces a receipt that can't be read.
 * @returns why the new file can't be used. Undefined when it was stored
 */
export async function replaceReceipt(
  { shop, id, email, isLoyalty }: Submission,
  { file, problem }: Upload,
  { sender, signal }: Visitor,
): Promise<string | undefined> {
  try {
    if (!file) throw badRequest(problem ?? "Choose a picture or a PDF of your receipt.");
    const permission = submissionAccess(isLoyalty);
    const upload = { ...file, sender, signal, email: email ?? undefined, permission };
    await saveAttachment(shop, receiptKind, upload, async (tx, attachment) => {
      const [current] = await lockSubmissions(tx, shop, [id]);
      const failed = await tx.$count(
        receiptChecks,
        and(
          eq(receiptChecks.shop, shop),
          eq(receiptChecks.submissionId, id),
          eq(receiptChecks.state, "failed"),
        ),
      );
      if (current && !isOpenStatus(current.status))
        throw conflict("Your submission has been decided already.");
      if (!current?.email || failed === 0) throw conflict("Your receipt was replaced already.");
      await tx
        .update(submissions)
        .set({ attachmentId: attachment.id })
        .where(and(eq(submissions.shop, shop), eq(submissions.id, id)));
      if (current.attachmentId) await removeAttachments(tx, shop, [current.attachmentId]);
      await requestReceiptCheck(tx, shop, id);
      const status = { status: current.status };
      await recordSubmissionAudit(tx, current, receiptReplaced, CUSTOMER, { before: status, after: status });
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    return error.message;
  }
  publishSubmissions(shop, [id]);
  return undefined;
}
