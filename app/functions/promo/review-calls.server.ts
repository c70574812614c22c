import { randomUUID } from "node:crypto";
import { z } from "zod";
import { requirePermission } from "~/core/access/tab-limits";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { promoTabs, reviewAccess, submissionAccess } from "~/domain/submissions/access";
import { answerCustomer } from "~/domain/submissions/answer-customer.server";
import {
  approveSubmissions,
  assignSubmissions,
  denySubmissions,
  holdSubmissions,
  startReview,
  undoApprovals,
} from "~/domain/submissions/review.server";
import { readReviewSettings } from "~/domain/submissions/review-settings.server";
import { listSecondLooks, readAgreement, takeSecondLook } from "~/domain/submissions/second-looks.server";
import { SUBMISSION_STATUSES } from "~/domain/submissions/statuses";
import { readAreLoyalty, type SubmissionOutcome } from "~/domain/submissions/submission.server";
import { keepReservation, takeNext } from "~/domain/submissions/take-next.server";
import type { Permission } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import * as fields from "./fields";
import { APPROVED, ASSIGNED, DENIED, HELD } from "./messages";
import { instant, optionalText, submission, text } from "./schemas";
import { readDetail, readDuplicates, readHistory } from "./submission-view.server";

/** What a change did with each submission. It is refused with 409 when it changed none. */
const changed = z.object({
  ...fields.answered,
  list: z.array(z.object({ id: z.number().int(), isDone: z.boolean(), msg: text })),
});

// Calls about submissions also check each submission's own tabs.
const REVIEW = promoTabs("CsrApprovals", "LoyaltyOrder");

/** What reading a submission requires. */
export const READ = promoTabs("AssignmentQueue", "CsrApprovals", "LoyaltyOrder", "AllSubmissions");

/** The calls that review submissions. */
export const reviewCalls = {
  detail: call("GET /promo/submission/{id}", {
    for: READ,
    summary: "A submission, with its receipt",
    input: z.object({ id: fields.submissionId, receipt: fields.yesNo.default(true) }),
    output: z.object({ ...fields.answered, submission }),
    async run(context, input) {
      await requireSubmissions(context, [input.id], submissionAccess);
      return { status: true as const, msg: "", submission: await readDetail(context, input) };
    },
  }),
  inReview: call("POST /promo/submission/inReview/{id}", {
    for: promoTabs("CsrApprovals"),
    summary: "Mark a submission as In Review, for its assignee",
    input: z.object({ id: fields.submissionId }),
    output: changed,
    async run(context, { id }) {
      await requireSubmissions(context, [id], reviewAccess);
      return answerOf(await startReview(context, id), "");
    },
  }),
  assign: call("POST /promo/submissions/assign", {
    for: promoTabs("AssignmentQueue"),
    summary: "Assign submissions, or assign them to someone else",
    input: z.object({
      list: fields.submissionIds,
      reviewer: fields.administratorId,
      /** Leaves out submissions that are assigned already. */
      onlyUnassigned: z.boolean("must be true or false").default(false),
    }),
    output: changed,
    async run(context, { list, reviewer, onlyUnassigned }) {
      const outcomes = await assignSubmissions(context, list, { reviewerId: reviewer, onlyUnassigned });
      return answerOf(outcomes, ASSIGNED);
    },
  }),
  approve: call("POST /promo/submissions/approve", {
    for: promoTabs("CsrApprovals"),
    summary: "Approve submissions. Their orders follow after the time to undo",
    input: z.object({ list: fields.submissionIds }),
    output: changed.extend({ undoSeconds: z.number().int() }),
    run(context, { list }) {
      return approve(context, list, false);
    },
  }),
  loyaltyOrderApprove: call("POST /promo/submissions/loyaltyOrderApprove", {
    for: promoTabs("LoyaltyOrder"),
    summary: "Approve submissions of loyalty promotions",
    input: z.object({ list: fields.submissionIds }),
    output: changed.extend({ undoSeconds: z.number().int() }),
    run(context, { list }) {
      return approve(context, list, true);
    },
  }),
  undoApprove: call("POST /promo/submissions/approve/undo", {
    for: REVIEW,
    summary: "Undo approvals whose orders aren't being created yet",
    input: z.object({ list: fields.submissionIds }),
    output: changed,
    async run(context, { list }) {
      await requireSubmissions(context, list, reviewAccess);
      return answerOf(await undoApprovals(context, list), "The approval was undone");
    },
  }),
  deny: call("POST /promo/submissions/deny", {
    for: REVIEW,
    summary: "Deny submissions, and email the customers",
    input: z.object({
      list: fields.submissionIds,
      reason: fields.reasonId,
      message: fields.message.optional(),
    }),
    output: changed,
    async run(context, { list, reason, message }) {
      await requireSubmissions(context, list, reviewAccess);
      return answerOf(await denySubmissions(context, list, { reasonId: reason, message }), DENIED);
    },
  }),
  hold: call("POST /promo/submissions/hold", {
    for: REVIEW,
    summary: "Put submissions on hold, and email the customers",
    input: z.object({
      list: fields.submissionIds,
      reason: fields.reasonId,
      message: fields.message.optional(),
      operationId: fields.operationId,
    }),
    output: changed,
    async run(context, { list, reason, message, operationId }) {
      await requireSubmissions(context, list, reviewAccess);
      const outcomes = await holdSubmissions(context, list, { reasonId: reason, message }, operationId);
      return answerOf(outcomes, HELD);
    },
  }),
  answer: call("POST /promo/submission/{id}/answer", {
    for: REVIEW,
    summary: "Email the customer of a submission",
    input: z.object({ id: fields.submissionId, message: fields.message, operationId: fields.operationId }),
    output: changed,
    async run(context, { operationId = randomUUID(), ...input }) {
      await requireSubmissions(context, [input.id], reviewAccess);
      const list = await answerCustomer(context, { ...input, operationId });
      return answerOf(list, "The message will be sent");
    },
  }),
  takeNext: call("POST /promo/submissions/takeNext", {
    for: promoTabs("CsrApprovals"),
    summary: "Reserve the next submission for the caller",
    input: z.object({ /** The submission that is open. */ skip: fields.submissionId.optional() }),
    output: z.object({ ...fields.answered, id: z.number().int().nullable() }),
    async run(context, { skip }) {
      const id = await takeNext(context, skip);
      return { status: true as const, msg: id === null ? "No submission is waiting." : "", id };
    },
  }),
  keep: call("POST /promo/submission/{id}/keep", {
    for: promoTabs("CsrApprovals"),
    summary: "Extend the caller's reservation of a submission",
    input: z.object({ id: fields.submissionId }),
    output: z.object({ ...fields.answered, isHeld: z.boolean() }),
    async run(context, { id }) {
      return { status: true as const, msg: "", isHeld: await keepReservation(context, id) };
    },
  }),
  duplicates: call("GET /promo/submission/{id}/duplicates", {
    for: READ,
    summary:
      "Submissions with the same receipt ID, address, email or text of the receipt, or a similar picture",
    input: z.object({ id: fields.submissionId }),
    output: z.object({
      ...fields.answered,
      list: z.array(
        z.object({
          id: z.number().int(),
          name: text,
          email: optionalText,
          status: z.enum(SUBMISSION_STATUSES),
          createdDate: instant,
          receiptId: text,
          retailer: text,
          /** YYYY-MM-DD. */
          purchaseDate: text,
          shippingAddress1: text,
          shippingCity: text,
          attachmentId: optionalText,
          matches: z.array(z.enum(["receiptId", "address", "email", "amount", "picture", "content"])),
          /** False for a hint, such as a similar picture alone. */
          isSamePurchase: z.boolean(),
        }),
      ),
    }),
    async run(context, { id }) {
      await requireSubmissions(context, [id], submissionAccess);
      return { status: true as const, msg: "", list: await readDuplicates(context, id) };
    },
  }),
  history: call("GET /promo/submission/{id}/history", {
    for: READ,
    summary: "What happened to a submission, newest first",
    input: z.object({ id: fields.submissionId }),
    output: z.object({
      ...fields.answered,
      list: z.array(
        z.object({
          id: text,
          who: text,
          what: text,
          changes: z.array(z.object({ field: text, before: text, after: text })),
          at: instant,
        }),
      ),
      /** True when there are earlier changes. */
      hasMore: z.boolean(),
    }),
    async run(context, { id }) {
      await requireSubmissions(context, [id], submissionAccess);
      return { status: true as const, msg: "", ...(await readHistory(context, id)) };
    },
  }),
  secondLooks: call("GET /promo/secondLooks/list", {
    for: promoTabs("CsrApprovals"),
    summary: "Approvals of others that wait for a second look, and the agreement per reviewer",
    output: z.object({
      ...fields.answered,
      list: z.array(
        z.object({ id: z.number().int(), name: text, approver: optionalText, approvedDate: instant }),
      ),
      agreement: z.array(
        z.object({
          /** The reviewer's id. */
          id: text,
          reviewer: text,
          /** Approvals that wait for a second look. */
          due: z.number().int(),
          looks: z.number().int(),
          agreed: z.number().int(),
        }),
      ),
    }),
    async run(context) {
      const { found, agreement } = await withShop(context.shop.domain, async (tx) => ({
        found: await listSecondLooks(tx, context.administrator),
        agreement: await readAgreement(tx),
      }));
      const list = found.map(({ approvedAt, ...look }) => ({
        ...look,
        approvedDate: approvedAt.toISOString(),
      }));
      return { status: true as const, msg: "", list, agreement };
    },
  }),
  takeSecondLook: call("POST /promo/submission/{id}/secondLook", {
    for: promoTabs("CsrApprovals"),
    summary: "Record whether the caller agrees with an approval",
    input: z.object({ id: fields.submissionId, isAgreed: z.boolean("must be true or false") }),
    output: changed,
    async run(context, { id, isAgreed }) {
      await requireSubmissions(context, [id], reviewAccess);
      return answerOf(await takeSecondLook(context, id, isAgreed), "The second look was recorded");
    },
  }),
};

/** The message of a change, and how many submissions it left as they were. */
function answerOf(list: SubmissionOutcome[], done: string) {
  const left = list.filter(({ isDone }) => !isDone);
  const rest = left.length === 0 ? "" : `. ${left.length} of ${list.length} weren't changed: ${left[0]?.msg}`;
  return { status: true as const, msg: `${done}${rest}`, list };
}

async function approve(context: CallContext, ids: readonly number[], isLoyalty: boolean) {
  const { domain } = context.shop;
  const { undoSeconds } = await withShop(domain, (tx) => readReviewSettings(tx, domain));
  return { ...answerOf(await approveSubmissions(context, ids, isLoyalty), APPROVED), undoSeconds };
}

/**
 * @param access what one of the submissions requires
 * @throws 403 when one of them is on no tab that the administrator may open
 */
export async function requireSubmissions(
  { shop: { domain }, administrator }: CallContext,
  ids: readonly number[],
  access: (isLoyalty: boolean) => Permission,
): Promise<void> {
  for (const isLoyalty of await withShop(domain, (tx) => readAreLoyalty(tx, domain, ids)))
    requirePermission(administrator, access(isLoyalty));
}
