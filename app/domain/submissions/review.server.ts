import { randomInt, randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { stableUuid } from "~/platform/stable-uuid.server";
import * as audit from "./audit.server";
import { askCustomer, assertMessage, mailDecision } from "./mail-message.server";
import { submissionDeniedMail, submissionHeldMail } from "./mail-texts.server";
import { CREATE_ORDERS } from "./orders/order-attempt.server";
import { orderAttempts } from "./orders/tables.server";
import { readReviewers } from "./read-options.server";
import type { ReviewSettings } from "./review-settings";
import { readReviewSettings } from "./review-settings.server";
import { OPEN_STATUSES, REVIEWABLE_STATUSES } from "./statuses";
import {
  changeSubmissions,
  hasAddress,
  isMailQueued,
  isSubmission,
  recordSubmissionAudit,
  type Submission,
  type SubmissionOutcome,
} from "./submission.server";
import { denyReasons, holdReasons, submissions } from "./tables.server";

const isOneOf = (statuses: readonly string[], { status }: Submission): boolean => statuses.includes(status);

/** A loyalty submission isn't assigned before it is decided. */
const isReviewable = (submission: Submission): boolean =>
  isOneOf(submission.isLoyalty ? OPEN_STATUSES : REVIEWABLE_STATUSES, submission);

/** Why a submission can't be changed in its status. */
const wrongStatus = ({ id, status, denierEmail, approverEmail }: Submission): string => {
  const by = status === "Denied" ? denierEmail : status === "Approved" ? approverEmail : null;
  return `Submission ${id} is ${status}${by ? `, by ${by}` : ""}. It wasn't changed. Reload the list.`;
};

const assignedTo = ({ id, reviewerEmail }: Submission): string =>
  `Submission ${id} is assigned to ${reviewerEmail ?? "someone else"}.`;

/** Why an assigned submission can't be reviewed. Undefined for its assignee. */
const wrongAssignee = (submission: Submission, administratorId: string): string | undefined =>
  submission.reviewerId === administratorId
    ? undefined
    : `${assignedTo(submission)} Reassign it before you review it.`;

/** Why an administrator can't decide on a submission. Every reviewer can decide on one of a loyalty promotion. */
function decisionProblem(submission: Submission, administratorId: string): string | undefined {
  if (!isReviewable(submission)) return wrongStatus(submission);
  return submission.isLoyalty ? undefined : wrongAssignee(submission, administratorId);
}

const update = (tx: ShopTransaction, submission: Submission, set: Partial<Submission>) =>
  tx
    .update(submissions)
    .set({ ...set, version: submission.version + 1 })
    .where(and(isSubmission(submission), eq(submissions.status, submission.status)));

/** What a decision ends: the hold, and the reservation. */
const ENDED = { holdReasonId: null, heldAt: null, lockedById: null, lockedUntil: null };

/**
 * Assigns open submissions to a reviewer, or others than before. A hold ends, because the new assignee starts over.
 * @param onlyUnassigned leaves out those that were assigned since they were selected
 * @throws 400 for an assignee who may not review, 409 when none could be assigned
 */
export async function assignSubmissions(
  { shop: { domain }, administrator, clock }: CallContext,
  ids: readonly number[],
  { reviewerId, onlyUnassigned }: { reviewerId: string; onlyUnassigned: boolean },
): Promise<SubmissionOutcome[]> {
  const reviewers = await withShop(domain, readReviewers);
  const reviewer = reviewers.find(({ id, isAssignable }) => isAssignable && id === reviewerId);
  if (!reviewer) throw badRequest("This person can't review submissions. Select another assignee.");
  const now = clock.now();
  return changeSubmissions(domain, ids, async (tx, submission) => {
    if (!isOneOf(OPEN_STATUSES, submission)) return wrongStatus(submission);
    if (onlyUnassigned && submission.status !== "Unassigned")
      return `${assignedTo(submission)} It wasn't reassigned. Reload the list.`;
    await update(tx, submission, {
      ...ENDED,
      status: "Assigned",
      reviewerId,
      reviewerEmail: reviewer.email,
      assignedAt: now,
      firstAssignedAt: submission.firstAssignedAt ?? now,
    });
    await recordSubmissionAudit(tx, submission, audit.submissionAssigned, administrator, {
      before: { status: submission.status, assignee: submission.reviewerEmail ?? "" },
      after: { status: "Assigned", assignee: reviewer.email },
    });
    return undefined;
  });
}

/**
 * Marks a submission as In Review when its assignee opens it. One that is already In Review stays as it is.
 * @throws 409 for one of another assignee, or in another status
 */
export async function startReview(
  { shop: { domain }, administrator }: CallContext,
  id: number,
): Promise<SubmissionOutcome[]> {
  return changeSubmissions(domain, [id], async (tx, submission) => {
    if (!isOneOf(REVIEWABLE_STATUSES, submission)) return wrongStatus(submission);
    const problem = wrongAssignee(submission, administrator.id);
    if (problem) return problem;
    if (submission.status === "In Review") return undefined;
    await update(tx, submission, { status: "In Review" });
    await recordSubmissionAudit(tx, submission, audit.reviewStarted, administrator, {
      before: { status: submission.status },
      after: { status: "In Review" },
    });
    return undefined;
  });
}

/** Why submissions are denied or held. */
interface DecisionInput {
  reasonId: number;
  /** Sent instead of the usual email, with its placeholders filled. */
  message?: string;
}

/**
 * Denies submissions and emails the customers.
 * @throws 400 for a reason that isn't in the list or a message that can't be sent, 409 when none could be denied
 */
export async function denySubmissions(
  { shop: { domain }, administrator, clock }: CallContext,
  ids: readonly number[],
  { reasonId, message }: DecisionInput,
): Promise<SubmissionOutcome[]> {
  assertMessage(message, "deny");
  const reason = await withShop(domain, (tx) => findDenyReason(tx, domain, reasonId));
  const now = clock.now();
  return changeSubmissions(domain, ids, async (tx, submission) => {
    const problem = decisionProblem(submission, administrator.id);
    if (problem) return problem;
    if (reason.isLoyalty !== submission.isLoyalty)
      return `“${reason.reason}” isn't a deny reason of submission ${submission.id}.`;
    await update(tx, submission, {
      ...ENDED,
      status: "Denied",
      denyReasonId: reason.id,
      denierId: administrator.id,
      denierEmail: administrator.email,
      deniedAt: now,
      decidedAt: now,
    });
    await recordSubmissionAudit(tx, submission, audit.submissionDenied, administrator, {
      before: { status: submission.status },
      after: { status: "Denied", reason: reason.reason, message },
    });
    const mail = { key: `denied:${submission.version}`, reason: reason.reason, message };
    await mailDecision(tx, submission, submissionDeniedMail, mail);
    return undefined;
  });
}

/** Puts submissions on hold and emails the customers. The same operation again changes nothing. @throws as `denySubmissions` */
export async function holdSubmissions(
  { shop: { domain }, administrator, clock }: CallContext,
  ids: readonly number[],
  { reasonId, message }: DecisionInput,
  operationId: string = randomUUID(),
): Promise<SubmissionOutcome[]> {
  assertMessage(message, "hold");
  const reason = await withShop(domain, (tx) => findHoldReason(tx, domain, reasonId));
  const now = clock.now();
  const key = `held:${operationId}`;
  return changeSubmissions(domain, ids, async (tx, submission) => {
    if (await isMailQueued(tx, submission, key)) return undefined;
    // Without an address, the reason is all that a hold changes.
    if (submission.holdReasonId === reason.id && !hasAddress(submission)) return undefined;
    const problem = decisionProblem(submission, administrator.id);
    if (problem) return problem;
    const taken = submission.status === "Unassigned" && {
      status: "In Review" as const,
      reviewerId: administrator.id,
      reviewerEmail: administrator.email,
      assignedAt: now,
      firstAssignedAt: now,
    };
    await update(tx, submission, { ...ENDED, ...taken, holdReasonId: reason.id, heldAt: now });
    await recordSubmissionAudit(tx, submission, audit.submissionHeld, administrator, {
      before: { status: submission.status },
      after: { status: taken ? taken.status : submission.status, reason: reason.reason, message },
    });
    await mailDecision(tx, submission, submissionHeldMail, { key, reason: reason.reason, message });
    if (!message) await askCustomer(tx, submission, key, reason.reason);
    return undefined;
  });
}

/**
 * Approves submissions. The order is created when the time to undo is over.
 * @param isLoyalty which submissions the call is for: the others are refused
 * @throws 409 when none could be approved
 */
export async function approveSubmissions(
  { shop: { domain }, administrator, clock }: CallContext,
  ids: readonly number[],
  isLoyalty: boolean,
): Promise<SubmissionOutcome[]> {
  const settings = await withShop(domain, (tx) => readReviewSettings(tx, domain));
  const now = clock.now();
  return changeSubmissions(domain, ids, async (tx, submission) => {
    if (submission.isLoyalty !== isLoyalty)
      return `Submission ${submission.id} ${submission.isLoyalty ? "is" : "isn't"} part of a loyalty promotion. Approve it on the ${submission.isLoyalty ? "Loyalty Order" : "CSR Approvals"} tab.`;
    const problem = decisionProblem(submission, administrator.id);
    if (problem) return problem;
    await update(tx, submission, {
      ...ENDED,
      status: "Approved",
      problem: null,
      approverId: administrator.id,
      approverEmail: administrator.email,
      approvedAt: now,
      decidedAt: now,
      secondLook: drawSecondLook(settings) ? "due" : null,
      secondLookById: null,
    });
    // Its lease ends with the time to undo, by the database's clock. Then the task that creates orders claims it.
    await tx.insert(orderAttempts).values({
      shop: domain,
      id: await nextAttemptId(tx, submission),
      submissionId: submission.id,
      approverId: administrator.id,
      approverName: administrator.name,
      state: "started",
      attempt: 1,
      startedAt: sql`clock_timestamp()` as unknown as Date,
      leaseUntil: sql`clock_timestamp() + make_interval(secs => ${settings.undoSeconds})` as unknown as Date,
    });
    await recordSubmissionAudit(tx, submission, audit.submissionApproved, administrator, {
      before: { status: submission.status },
      after: { status: "Approved" },
    });
    await requestTask(CREATE_ORDERS, domain, {
      tx,
      startAfter: new Date(Date.now() + settings.undoSeconds * 1_000),
    });
    return undefined;
  });
}

/**
 * The id of a submission's next attempt. Shopify keeps one order for each, so an approval that is repeated after a fail-over of the
 * database finds the order of the one that was lost.
 */
async function nextAttemptId(tx: ShopTransaction, { shop, id, operationId }: Submission): Promise<string> {
  const earlier = await tx.$count(
    orderAttempts,
    and(eq(orderAttempts.shop, shop), eq(orderAttempts.submissionId, id)),
  );
  return stableUuid("order of a submission", shop, operationId, String(earlier));
}

/**
 * Undoes approvals whose order isn't being created yet. The submissions are In Review again.
 * @throws 409 when the time of all of them is over
 */
export async function undoApprovals(
  { shop: { domain }, administrator, clock }: CallContext,
  ids: readonly number[],
): Promise<SubmissionOutcome[]> {
  return changeSubmissions(domain, ids, async (tx, submission) => {
    if (submission.status !== "Approved") return wrongStatus(submission);
    const { rowCount } = await tx
      .update(orderAttempts)
      .set({ state: "failed", finishedAt: clock.now(), message: "The approval was undone." })
      .where(
        and(
          eq(orderAttempts.shop, domain),
          eq(orderAttempts.submissionId, submission.id),
          eq(orderAttempts.state, "started"),
          eq(orderAttempts.attempt, 1),
          sql`${orderAttempts.leaseUntil} > clock_timestamp()`,
        ),
      );
    if (rowCount !== 1)
      return `The order of submission ${submission.id} is already being created. Cancel the order instead.`;
    await update(tx, submission, {
      status: "In Review",
      reviewerId: submission.reviewerId ?? administrator.id,
      reviewerEmail: submission.reviewerEmail ?? administrator.email,
      approverId: null,
      approverEmail: null,
      approvedAt: null,
      decidedAt: null,
      secondLook: null,
    });
    await recordSubmissionAudit(tx, submission, audit.approvalUndone, administrator, {
      before: { status: "Approved" },
      after: { status: "In Review" },
    });
    return undefined;
  });
}

const GONE = "This reason is no longer in the list. Select another one.";

async function findDenyReason(tx: ShopTransaction, shop: string, id: number) {
  const [reason] = await tx
    .select()
    .from(denyReasons)
    .where(and(eq(denyReasons.shop, shop), eq(denyReasons.id, id), eq(denyReasons.isDeleted, false)));
  if (!reason) throw badRequest(GONE, { reason: GONE });
  return reason;
}

async function findHoldReason(tx: ShopTransaction, shop: string, id: number) {
  const [reason] = await tx
    .select()
    .from(holdReasons)
    .where(and(eq(holdReasons.shop, shop), eq(holdReasons.id, id), eq(holdReasons.isDeleted, false)));
  if (!reason) throw badRequest(GONE, { reason: GONE });
  return reason;
}

/** Whether a second reviewer looks at an approval: the owner's share of them, at random. */
const drawSecondLook = ({ secondLookPercent }: Pick<ReviewSettings, "secondLookPercent">): boolean =>
  randomInt(100) < secondLookPercent;
