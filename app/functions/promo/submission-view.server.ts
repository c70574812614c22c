import { and, desc, eq } from "drizzle-orm";
import { findAttachment, readAttachment } from "~/core/attachments/read-attachment.server";
import { describeChanges } from "~/core/audit/audit-action.server";
import { auditEntries } from "~/core/audit/tables.server";
import type { CallContext } from "~/core/context.server";
import { type RequestMessage, readMessages } from "~/core/requests/messages.server";
import { submissionAccess } from "~/domain/submissions/access";
import { submissionSubject } from "~/domain/submissions/audit.server";
import { findDuplicates, isSamePurchase } from "~/domain/submissions/duplicates.server";
import { readSubmission, type SubmissionDetail } from "~/domain/submissions/read-submission.server";
import { readFingerprints } from "~/domain/submissions/reading/rate-receipt.server";
import { isOpenStatus, RISK_SIGNALS } from "~/domain/submissions/statuses";
import { SUBMISSION_REQUEST } from "~/domain/submissions/submission.server";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import type { SubmissionView } from "./schemas";

/** A submission for a reviewer. @param request.receipt false leaves the receipt's bytes out @throws 404 for an unknown one */
export async function readDetail(
  { shop: { domain }, administrator }: CallContext,
  { id, receipt }: { id: number; receipt: boolean },
): Promise<SubmissionView> {
  const { found, messages } = await withShop(domain, async (tx) => ({
    found: await readSubmission(tx, domain, id),
    messages: await readMessages(tx, domain, { kind: SUBMISSION_REQUEST, subjectId: String(id) }),
  }));
  const file = receipt ? await readReceipt(domain, administrator, found.attachmentId) : undefined;
  return {
    ...viewOf(found),
    ...answersOf(found, messages),
    receiptBase64: file?.bytes.toString("base64") ?? "",
  };
}

/** @returns undefined for a receipt that was erased, or can't be read or not yet */
async function readReceipt(shop: string, administrator: Administrator, id: string | null) {
  if (!id) return undefined;
  const { state } = await withShop(shop, (tx) => findAttachment(tx, shop, administrator, id));
  return state === "ready" ? readAttachment(shop, administrator, id, "file") : undefined;
}

/** Submissions that may be the same purchase, of those that the administrator may see. @throws 404 for an unknown submission */
export async function readDuplicates(context: CallContext, id: number) {
  const { domain } = context.shop;
  const submission = await withShop(domain, (tx) => readSubmission(tx, domain, id));
  const { attachmentId } = submission;
  const fingerprints = attachmentId ? await readFingerprints(domain, attachmentId) : [];
  const found = await withShop(domain, (tx) => findDuplicates(tx, { ...submission, fingerprints }));
  const visible = found.filter(({ isLoyalty }) => mayUse(context.administrator, submissionAccess(isLoyalty)));
  return visible.map(({ createdAt, purchaseDay, isLoyalty: _isLoyalty, ...duplicate }) => ({
    ...duplicate,
    createdDate: createdAt.toISOString(),
    purchaseDate: purchaseDay,
    isSamePurchase: isSamePurchase(duplicate.matches),
  }));
}

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What reviewers asked, and what the customer answered. */
const answersOf = ({ status }: SubmissionDetail, messages: readonly RequestMessage[]) => ({
  isAnswered: isOpenStatus(status) && messages.at(-1)?.author === "customer",
  messages: messages.map(({ id, author, text, at, attachmentId, replacedId }) => ({
    id,
    isCustomer: author === "customer",
    text,
    at: at.toISOString(),
    hasReceipt: attachmentId !== null,
    earlierAttachmentId: replacedId,
  })),
});

const viewOf = (
  found: SubmissionDetail,
): Omit<SubmissionView, "receiptBase64" | "isAnswered" | "messages"> => ({
  id: found.id,
  displayName: `${found.firstName} ${found.lastName}`.trim(),
  firstName: found.firstName,
  email: found.email,
  promotion: found.promotionName,
  reward: found.rewardTitle,
  isLoyalty: found.isLoyalty,
  purchasingMethod: found.purchasingMethod,
  purchaseDate: found.purchaseDay,
  receiptId: found.receiptId,
  amountCents: found.amountCents,
  modelNumber: found.modelNumber,
  retailer: found.retailer,
  purchaseCity: found.purchaseCity,
  purchaseState: found.purchaseState,
  gender: found.gender,
  ageRange: found.ageRange,
  shippingFirstName: found.shippingFirstName,
  shippingLastName: found.shippingLastName,
  shippingAddress1: found.shippingAddress1,
  shippingAddress2: found.shippingAddress2,
  shippingCity: found.shippingCity,
  shippingState: found.shippingState,
  shippingPostalCode: found.shippingPostalCode,
  shippingCountry: found.shippingCountry,
  shippingPhone: found.shippingPhone,
  attachmentId: found.attachmentId,
  status: found.status,
  createdDate: found.createdAt.toISOString(),
  reviewer: found.reviewerEmail,
  reviewerId: found.reviewerId,
  assignedDate: instantOf(found.assignedAt),
  holdReason: found.holdReason,
  denyReason: found.denyReason,
  denier: found.denierEmail,
  approver: found.approverEmail,
  undoUntil: instantOf(found.undoUntil),
  problem: found.problem,
  orderName: found.orderName,
  orderId: found.orderId === null ? null : String(found.orderId),
  fulfillmentStatus: found.fulfillmentStatus,
  trackingNumber: found.trackingNumber,
  addressUsed: found.isAddressUsed,
  receiptIdUsed: found.isReceiptIdUsed,
  riskScore: found.riskScore,
  signals: found.signals.map((id) => ({ id, ...RISK_SIGNALS[id] })),
  lockedById: found.lockedById,
  lockedUntil: instantOf(found.lockedUntil),
});

const MAX_ENTRIES = 200;

/** What happened to a submission, newest first: its latest entries in the audit log, and whether it has earlier ones. */
export async function readHistory({ shop, declarations }: CallContext, id: number) {
  const entries = await withShop(shop.domain, (tx) =>
    tx
      .select()
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.shop, shop.domain),
          eq(auditEntries.subjectType, submissionSubject.name),
          eq(auditEntries.subjectId, String(id)),
        ),
      )
      .orderBy(desc(auditEntries.id))
      .limit(MAX_ENTRIES + 1),
  );
  const wording = {
    menuNameOf: (flag: string) => flag,
    switchTitleOf: () => undefined,
    timeZone: shop.timeZone,
  };
  const list = entries.slice(0, MAX_ENTRIES).map((entry) => {
    const action = declarations.auditActions.get(entry.action);
    return {
      id: String(entry.id),
      who: entry.actorName,
      what: action?.label ?? entry.action,
      changes: describeChanges(action, entry.before, entry.after, wording),
      at: entry.at.toISOString(),
    };
  });
  return { list, hasMore: entries.length > MAX_ENTRIES };
}
