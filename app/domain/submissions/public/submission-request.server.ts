import { addDays } from "date-fns";
import { and, desc, eq, sql } from "drizzle-orm";
import { removeAttachments } from "~/core/attachments/remove-attachments.server";
import { type AppliedAnswer, defineRequest, type OpenRequest } from "~/core/requests/define-request.server";
import { LINK_DAYS, MAX_LISTED } from "~/core/requests/limits";
import { linkUntil } from "~/core/requests/links.server";
import { readLastMessage } from "~/core/requests/messages.server";
import type { Shop } from "~/platform/auth/shops.server";
import { formatZonedDateTime } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { submissionAccess } from "../access";
import { answerReceived, receiptReplaced, submissionWithdrawn } from "../audit.server";
import { requestReceiptCheck } from "../check-receipts.server";
import { readSubmission, type SubmissionDetail } from "../read-submission.server";
import { receiptAttachment } from "../receipt-attachment";
import { isOpenStatus } from "../statuses";
import {
  hasAddress,
  isSubmission,
  lockSubmissions,
  publishSubmissions,
  recordSubmissionAudit,
  SUBMISSION_REQUEST,
  type Submission,
} from "../submission.server";
import { receiptChecks, submissions } from "../tables.server";

/** The audit log's actor: customers aren't signed in. */
const CUSTOMER = { id: "visitor", name: "A customer" };

const DECIDED = "Your submission has been decided already. Nothing was changed.";

/** A submission, for its customer: the status, and what its reviewer asks. */
export const submissionRequest = defineRequest({
  ...SUBMISSION_REQUEST,
  upload: receiptAttachment,
  async open(tx, shop, subjectId, now) {
    const [row] = await tx
      .select({ id: submissions.id })
      .from(submissions)
      .where(isSubmission({ shop: shop.domain, id: Number(subjectId) }));
    const found = row && (await readSubmission(tx, shop.domain, row.id));
    return found && hasAddress(found) ? requestOf(tx, shop, found, now) : undefined;
  },

  async answer(tx, { domain }, subjectId, { text, attachmentId }): Promise<AppliedAnswer> {
    const current = await lockOpen(tx, domain, subjectId);
    const { isAsked, problem } = await readQuestion(tx, current);
    if (!isAsked) throw conflict(NOTHING_ASKED);
    // A receipt that can't be read is of no use to anyone. One that can stays, for the reviewer to compare.
    const replaced = attachmentId ? current.attachmentId : null;
    await tx
      .update(submissions)
      .set({
        holdReasonId: null,
        heldAt: null,
        ...(attachmentId && { attachmentId }),
        version: current.version + 1,
      })
      .where(isSubmission(current));
    const status = { status: current.status };
    if (attachmentId) {
      await requestReceiptCheck(tx, domain, current.id);
      if (problem && replaced) await removeAttachments(tx, domain, [replaced]);
    }
    const action = problem && attachmentId && !text ? receiptReplaced : answerReceived;
    await recordSubmissionAudit(tx, current, action, CUSTOMER, {
      before: status,
      after: { ...status, ...(text && { message: text }) },
    });
    return replaced && !problem ? { replacedId: replaced } : {};
  },

  async ofCustomer(tx, { domain }, { email }) {
    // Only a customer who is signed in with the address itself: mailboxes with aliases may be shared.
    const found = await tx
      .select({ id: submissions.id })
      .from(submissions)
      .where(
        and(
          eq(submissions.shop, domain),
          sql`lower(coalesce(${submissions.email}, '')) = ${email.toLowerCase()}`,
        ),
      )
      .orderBy(desc(submissions.id))
      .limit(MAX_LISTED);
    return found.map(({ id }) => String(id));
  },

  actions: {
    withdraw: ({ domain }, subjectId, now) =>
      withShop(domain, async (tx) => {
        const current = await lockOpen(tx, domain, subjectId);
        await tx
          .update(submissions)
          .set({
            status: "Denied",
            holdReasonId: null,
            heldAt: null,
            lockedById: null,
            lockedUntil: null,
            deniedAt: now,
            decidedAt: now,
            version: current.version + 1,
          })
          .where(isSubmission(current));
        await recordSubmissionAudit(tx, current, submissionWithdrawn, CUSTOMER, {
          before: { status: current.status },
          after: { status: "Denied" },
        });
      }),
  },

  publish: ({ domain }, subjectId) => publishSubmissions(domain, [Number(subjectId)]),

  async findEarlierLink(tx, shop, linkId) {
    const [row] = await tx
      .select({ id: submissions.id, createdAt: submissions.createdAt })
      .from(submissions)
      .where(and(eq(submissions.shop, shop), eq(submissions.linkId, linkId)));
    return row && { subjectId: String(row.id), expiresAt: addDays(row.createdAt, LINK_DAYS) };
  },
});

async function lockOpen(tx: ShopTransaction, shop: string, subjectId: string): Promise<Submission> {
  const [current] = await lockSubmissions(tx, shop, [Number(subjectId)]);
  if (!current?.email || !isOpenStatus(current.status)) throw conflict(DECIDED);
  return current;
}

/** Why a submission's receipt can't be read. Undefined while it can, and while that isn't known yet. */
async function findReceiptProblem(
  tx: ShopTransaction,
  { shop, id }: Pick<Submission, "shop" | "id">,
): Promise<string | undefined> {
  const [check] = await tx
    .select({ problem: receiptChecks.problem })
    .from(receiptChecks)
    .where(
      and(
        eq(receiptChecks.shop, shop),
        eq(receiptChecks.submissionId, id),
        eq(receiptChecks.state, "failed"),
      ),
    );
  return check?.problem ?? undefined;
}

/** Whether the customer has something to answer: a receipt that can't be read, a hold, or a message of the reviewer. */
async function readQuestion(
  tx: ShopTransaction,
  submission: Pick<Submission, "shop" | "id" | "status" | "holdReasonId">,
): Promise<{ isAsked: boolean; problem?: string }> {
  if (!isOpenStatus(submission.status)) return { isAsked: false };
  const problem = await findReceiptProblem(tx, submission);
  if (problem || submission.holdReasonId !== null) return { isAsked: true, problem };
  const subject = { kind: SUBMISSION_REQUEST, subjectId: String(submission.id) };
  return { isAsked: (await readLastMessage(tx, submission.shop, subject))?.author === "staff" };
}

const NOTHING_ASKED = "There is nothing to answer any longer. Nothing was sent.";

const RECEIPT_LABEL = `Receipt (JPG, PNG or PDF, up to ${receiptAttachment.maxMegabytes} MB)`;

async function requestOf(
  tx: ShopTransaction,
  shop: Shop,
  found: SubmissionDetail & { email: string },
  now: Date,
): Promise<OpenRequest> {
  const { isAsked, problem } = await readQuestion(tx, found);
  const isOpen = isOpenStatus(found.status);
  return {
    title: found.promotionName,
    facts: factsOf(found, shop.timeZone),
    answer: isAsked
      ? {
          lead: problem && `We can't read your receipt. ${problem}`,
          // A receipt that can't be read needs another one, and no words.
          text: problem && found.holdReasonId === null ? undefined : "Message",
          file: RECEIPT_LABEL,
          button: "Send",
        }
      : undefined,
    actions: isOpen
      ? [
          {
            name: "withdraw",
            label: "Withdraw this submission",
            warning: "It ends now, and you get no reward for it. You can submit the receipt again.",
          },
        ]
      : [],
    to: { email: found.email, name: `${found.firstName} ${found.lastName}`.trim() },
    access: submissionAccess(found.isLoyalty),
    linkUntil: linkUntil(now),
  };
}

/** What the customer sees of the status. Who reviews it isn't their concern. */
function factsOf(found: SubmissionDetail, timeZone: string): OpenRequest["facts"] {
  const isOpen = isOpenStatus(found.status);
  const status = isOpen ? (found.holdReason ? "On hold" : "In review") : found.status;
  const since = isOpen
    ? found.heldAt
    : (found.deliveredAt ?? found.shippedAt ?? found.decidedAt ?? found.createdAt);
  const shown = (at: Date) => formatZonedDateTime(at, timeZone);
  const rows = [
    ["Submission", String(found.id)],
    ["Submitted", shown(found.createdAt)],
    ["Status", since ? `${status}, since ${shown(since)}` : status],
    ["Reason", found.status === "Denied" ? found.denyReason : isOpen ? found.holdReason : null],
    ["Order", found.orderName],
    ["Tracking number", found.trackingNumber],
  ] as const;
  return rows.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}
