import { randomUUID } from "node:crypto";
import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { reviewAccess, submissionAccess } from "~/domain/submissions/access";
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
import type { SubmissionOutcome } from "~/domain/submissions/submission.server";
import { keepReservation, takeNext } from "~/domain/submissions/take-next.server";
import { withShop } from "~/platform/db/with-shop.server";
import { APPROVED, ASSIGNED, DENIED, HELD } from "./messages";
import { readHistory } from "./read-history.server";
import { requireSubmissions } from "./require-submissions.server";
import { reviewCalls } from "./review-contract";
import { readDetail, readDuplicates } from "./submission-view.server";

const calls = implement(reviewCalls).$context<CallContext>().use(guard);

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

/** The handlers of the calls that review submissions. */
export const reviewRouter = calls.router({
  detail: calls.detail.handler(async ({ input, context }) => {
    await requireSubmissions(context, [input.id], submissionAccess);
    return { status: true, msg: "", submission: await readDetail(context, input) };
  }),
  inReview: calls.inReview.handler(async ({ input: { id }, context }) => {
    await requireSubmissions(context, [id], reviewAccess);
    return answerOf(await startReview(context, id), "");
  }),
  assign: calls.assign.handler(async ({ input: { list, reviewer, onlyUnassigned }, context }) => {
    const outcomes = await assignSubmissions(context, list, { reviewerId: reviewer, onlyUnassigned });
    return answerOf(outcomes, ASSIGNED);
  }),
  approve: calls.approve.handler(({ input: { list }, context }) => {
    return approve(context, list, false);
  }),
  loyaltyOrderApprove: calls.loyaltyOrderApprove.handler(({ input: { list }, context }) => {
    return approve(context, list, true);
  }),
  undoApprove: calls.undoApprove.handler(async ({ input: { list }, context }) => {
    await requireSubmissions(context, list, reviewAccess);
    return answerOf(await undoApprovals(context, list), "The approval was undone");
  }),
  deny: calls.deny.handler(async ({ input: { list, reason, message }, context }) => {
    await requireSubmissions(context, list, reviewAccess);
    return answerOf(await denySubmissions(context, list, { reasonId: reason, message }), DENIED);
  }),
  hold: calls.hold.handler(async ({ input: { list, reason, message, operationId }, context }) => {
    await requireSubmissions(context, list, reviewAccess);
    const outcomes = await holdSubmissions(context, list, { reasonId: reason, message }, operationId);
    return answerOf(outcomes, HELD);
  }),
  answer: calls.answer.handler(async ({ input: { operationId = randomUUID(), ...input }, context }) => {
    await requireSubmissions(context, [input.id], reviewAccess);
    const list = await answerCustomer(context, { ...input, operationId });
    return answerOf(list, "The message will be sent");
  }),
  takeNext: calls.takeNext.handler(async ({ input: { skip }, context }) => {
    const id = await takeNext(context, skip);
    return { status: true, msg: id === null ? "No submission is waiting." : "", id };
  }),
  keep: calls.keep.handler(async ({ input: { id }, context }) => {
    return { status: true, msg: "", isHeld: await keepReservation(context, id) };
  }),
  duplicates: calls.duplicates.handler(async ({ input: { id }, context }) => {
    await requireSubmissions(context, [id], submissionAccess);
    return { status: true, msg: "", list: await readDuplicates(context, id) };
  }),
  history: calls.history.handler(async ({ input: { id }, context }) => {
    await requireSubmissions(context, [id], submissionAccess);
    return { status: true, msg: "", ...(await readHistory(context, id)) };
  }),
  secondLooks: calls.secondLooks.handler(async ({ context }) => {
    const { found, agreement } = await withShop(context.shop.domain, async (tx) => ({
      found: await listSecondLooks(tx, context.administrator),
      agreement: await readAgreement(tx),
    }));
    const list = found.map(({ approvedAt, ...look }) => ({
      ...look,
      approvedDate: approvedAt.toISOString(),
    }));
    return { status: true, msg: "", list, agreement };
  }),
  takeSecondLook: calls.takeSecondLook.handler(async ({ input: { id, isAgreed }, context }) => {
    await requireSubmissions(context, [id], reviewAccess);
    return answerOf(await takeSecondLook(context, id, isAgreed), "The second look was recorded");
  }),
});
