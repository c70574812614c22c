import { randomUUID } from "node:crypto";
import { subDays } from "date-fns";
import { and, desc, eq, gt, or, sql } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext, Caller } from "~/core/context.server";
import { customerSubject } from "~/domain/customers/audit.server";
import {
  APPROVED_KEY,
  exceededApprovalLimit,
  lockLimitBeforeAccounts,
  readApprovalLimit,
} from "~/domain/ledger/approval-limit.server";
import { readOwedCents } from "~/domain/ledger/monthly-sums.server";
import { lockAccounts, openAccounts, type PostingResult, post } from "~/domain/ledger/post.server";
import { refreshBeforePosting } from "~/domain/ledger/reconcile/refresh-accounts.server";
import { readRepeatDays } from "~/domain/ledger/repeated-postings.server";
import { reverse } from "~/domain/ledger/reverse.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, forbidden, notFound } from "~/platform/errors";
import { absoluteCents, type Cents, negateCents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { publishChange } from "~/platform/realtime/publish.server";
import { pluralize } from "~/platform/text/pluralize";
import { approvalDeclined, approvalRequested, creditApproved, creditRequestSubject } from "../audit.server";
import type { CreditAnswer, CreditRequest } from "../credit-request";
import { MAX_APPROVALS, reversedText } from "../messages";
import { findRepetitionOfApproval } from "../repeats.server";
import { outcomeOf, refreshTools } from "../rows.server";
import { CREDITS_LIST } from "../tabs";
import { type Approval, type ApprovalPerson, findFirstPeople, findPeople } from "./find-waiting.server";
import { mailApprovers, mailRequester } from "./mails.server";
import { creditApprovals } from "./tables.server";

/** How long a decided request stays in the list (days). */
const SHOWN_DAYS = 7;

type ApprovalRow = typeof creditApprovals.$inferSelect;

/**
 * Records a request above the limit as waiting for a second approver, in the caller's transaction.
 * @returns the id of the waiting request, or null when it may be posted immediately
 */
export async function waitsForApproval(
  tx: ShopTransaction,
  { shop, administrator, clock }: Caller,
  { type, customerIds, amountCents, reference, expiresAt, reversesId }: CreditRequest,
): Promise<string | null> {
  const changes = customerIds.map((customerId) => ({ customerId, type, amountCents }));
  const limit = await exceededApprovalLimit(tx, shop.domain, {
    by: administrator,
    now: clock.now(),
    changes,
  });
  if (limit === null) return null;
  // An erasure of these customers waits, and then erases this request too.
  await openAccounts(tx, shop.domain, [...customerIds]);
  const request = {
    id: randomUUID(),
    type,
    customerIds: [...customerIds],
    amountCents,
    reference,
    askedById: administrator.id,
    askedByName: administrator.name,
  };
  await tx.insert(creditApprovals).values({
    ...request,
    shop: shop.domain,
    expiresAt,
    reversesId,
    askedByEmail: administrator.email,
    askedAt: clock.now(),
  });
  await recordApprovalAudit(tx, { shop, administrator }, approvalRequested, request);
  await mailApprovers(tx, shop, request);
  return request.id;
}

interface ApprovalList {
  limitCents: Cents | null;
  /** What the store owes all its customers now. */
  owedCents: Cents;
  repeatDays: number;
  list: Approval[];
}

/** At most `MAX_APPROVALS`: waiting requests, the longest waiting first, then those decided in the last days, the latest first. */
export async function listApprovals({ shop, clock }: CallContext): Promise<ApprovalList> {
  const since = subDays(clock.now(), SHOWN_DAYS);
  return withShop(shop.domain, async (tx) => {
    const rows = await tx
      .select()
      .from(creditApprovals)
      .where(
        and(
          eq(creditApprovals.shop, shop.domain),
          or(eq(creditApprovals.state, "waiting"), gt(creditApprovals.decidedAt, since)),
        ),
      )
      .orderBy(
        sql`${creditApprovals.state} <> 'waiting'`,
        desc(creditApprovals.decidedAt),
        creditApprovals.askedAt,
        creditApprovals.id,
      )
      .limit(MAX_APPROVALS);
    const people = await findFirstPeople(tx, shop.domain, rows);
    const list = rows.map((row) => toApproval(row, people.get(row.id) ?? []));
    const limitCents = await readApprovalLimit(tx, shop.domain);
    const owedCents = await readOwedCents(tx, shop.domain);
    return { limitCents, owedCents, repeatDays: await readRepeatDays(tx, shop.domain), list };
  });
}

const isWithdrawn = ({
  state,
  askedById,
  decidedById,
}: Pick<ApprovalRow, "state" | "askedById" | "decidedById">): boolean =>
  state === "declined" && decidedById === askedById;

const toApproval = (
  { customerIds, askedAt, decidedAt, ...row }: ApprovalRow,
  people: readonly ApprovalPerson[],
): Approval => ({
  id: row.id,
  state: row.state,
  type: row.type,
  customers: customerIds.length,
  people: [...people],
  amountCents: row.amountCents,
  reference: row.reference,
  expirationDate: row.expiresAt?.toISOString() ?? null,
  reversesId: row.reversesId,
  askedById: row.askedById,
  askedByName: row.askedByName,
  askedAt: askedAt.toISOString(),
  decidedByName: row.decidedByName,
  isWithdrawn: isWithdrawn(row),
  decidedAt: decidedAt?.toISOString() ?? null,
  reason: row.reason,
});

/** Shopify adds no credit that has expired. @throws 409, so that the request can be declined */
function refuseExpired({ expiresAt }: ApprovalRow, now: Date): void {
  if (expiresAt && expiresAt <= now)
    throw conflict(
      "The expiration date of this credit has passed. Decline it, and request it again with a later date.",
    );
}

/**
 * Approves another administrator's request and posts it in the same transaction, in the requester's name.
 * @param onRepeat `ask` approves nothing when the same was posted to these customers while it waited, or in the days before it
 * @throws 404 for an unknown request, 403 for the caller's own, 409 when it was already decided, or its credit would have expired already
 */
export async function approve(
  context: CallContext,
  id: string,
  onRepeat: "ask" | "post" = "post",
): Promise<CreditAnswer & { approval: Approval; people: ApprovalPerson[]; reversedCents?: Cents }> {
  const { shop, administrator, clock } = context;
  const requested = await withShop(shop.domain, (tx) => readTarget(tx, shop.domain, id));
  await refreshBeforePosting(refreshTools(context), requested.customerIds);
  const answer = await withShop(shop.domain, async (tx) => {
    // A concurrent request that is compared with the limit ends first, so that what it posts is seen.
    await lockLimitBeforeAccounts(tx, shop.domain);
    // Lock the customers before the request, in the same order as an erasure.
    const { customerIds, reversesId } = await readTarget(tx, shop.domain, id);
    await openAccounts(tx, shop.domain, customerIds);
    // A concurrent request that asks about these customers or debits them ends first, too. `reverse` locks the accounts itself.
    if (!reversesId) await lockAccounts(tx, shop.domain, customerIds);
    const waitingRequest = await lockUndecided(tx, context, id, "approved");
    refuseExpired(waitingRequest, clock.now());
    const { type, amountCents, reference, askedAt } = waitingRequest;
    const repetition =
      onRepeat === "ask" && !reversesId
        ? await findRepetitionOfApproval(tx, context, { type, customerIds, amountCents, reference, askedAt })
        : null;
    const people = await findPeople(tx, shop.domain, customerIds);
    const approvalOf = (row: ApprovalRow) => toApproval(row, people.slice(0, 3));
    if (repetition) {
      const question = { status: false, msg: repetition.question, list: [], repetition };
      return { ...question, approval: approvalOf(waitingRequest), people };
    }
    const request = await decide(tx, context, waitingRequest, "approved", null);
    const postings = customerIds.map((customerId) => ({
      customerId,
      type,
      amountCents,
      reference,
      expiresAt: request.expiresAt ?? undefined,
    }));
    const by = { id: request.askedById, name: request.askedByName, email: request.askedByEmail };
    const posting = { by, operationKey: `${APPROVED_KEY}${id}`, now: clock.now() };
    const reversal = reversesId ? await reverse(tx, shop.domain, reversesId, reference, posting) : null;
    const posted = reversal?.results ?? (await post(tx, shop.domain, postings, posting));
    // A part may have expired while the request waited.
    const reversedCents = reversal && absoluteCents(reversal.changedCents);
    const postedRequest = { ...request, amountCents: reversedCents ?? amountCents };
    await recordApprovalAudit(tx, context, creditApproved, postedRequest);
    const isPosted = posted.some(({ postingId }) => postingId !== null);
    const outcome =
      reversal && isPosted
        ? reversedText(posted.length, reversal.expiredCents, shop.currency)
        : outcomeText(posted);
    await mailRequester(tx, shop, request, { by: administrator, decision: "approved", outcome });
    return {
      status: isPosted,
      msg: `Approved. ${outcome}`,
      list: posted.map(outcomeOf),
      approval: approvalOf(request),
      people,
      ...(reversedCents !== null && { reversedCents }),
    };
  });
  publishChange(shop.domain, "showCredits", { list: CREDITS_LIST });
  return answer;
}

/** The outcome of an approved request, with the reasons for refusals. */
function outcomeText(posted: readonly PostingResult[]): string {
  const refused = posted.filter(({ postingId }) => postingId === null);
  const problems = [...new Set(refused.map(({ problem }) => problem))].join(" ");
  const rest = `${pluralize(refused.length, "customer")} refused: ${problems}`;
  if (refused.length === posted.length) return `Nothing was posted. ${rest}`;
  const accepted = `It is on its way for ${pluralize(posted.length - refused.length, "customer")}.`;
  return refused.length === 0 ? accepted : `${accepted} ${rest}`;
}

/** Declines a request, or withdraws the caller's own. @throws as `approve`, except 403 */
export async function decline(
  context: CallContext,
  id: string,
  reason: string,
): Promise<{ status: boolean; msg: string }> {
  const { shop, administrator: by } = context;
  const request = await withShop(shop.domain, async (tx) => {
    const waitingRequest = await lockUndecided(tx, context, id, "declined");
    const declined = await decide(tx, context, waitingRequest, "declined", reason);
    await recordApprovalAudit(tx, context, approvalDeclined, declined);
    const outcome = `Nothing was posted. The reason: ${reason}`;
    await mailRequester(tx, shop, declined, { by, decision: "declined", outcome });
    return declined;
  });
  publishChange(shop.domain, "showCredits", { list: CREDITS_LIST });
  return { status: true, msg: `${isWithdrawn(request) ? "Withdrawn" : "Declined"}. Nothing was posted.` };
}

/** What a request is for, each customer once. Empty for an unknown request. */
async function readTarget(
  tx: ShopTransaction,
  shop: string,
  id: string,
): Promise<Pick<ApprovalRow, "customerIds" | "reversesId">> {
  const { customerIds, reversesId } = creditApprovals;
  const [request] = await tx
    .select({ customerIds, reversesId })
    .from(creditApprovals)
    .where(isRequest(shop, id));
  return {
    customerIds: [...new Set(request?.customerIds)],
    reversesId: request?.reversesId ?? null,
  };
}

const isRequest = (shop: string, id: string) =>
  and(eq(creditApprovals.shop, shop), eq(creditApprovals.id, id));

/** A request that this administrator may decide, locked. @throws as `approve` */
async function lockUndecided(
  tx: ShopTransaction,
  { shop, administrator }: CallContext,
  id: string,
  state: "approved" | "declined",
): Promise<ApprovalRow> {
  const [request] = await tx.select().from(creditApprovals).where(isRequest(shop.domain, id)).for("update");
  if (!request) throw notFound("This request doesn't exist.");
  if (request.state !== "waiting")
    throw conflict(
      `${request.decidedByName} has already ${isWithdrawn(request) ? "withdrawn" : request.state} this request.`,
    );
  if (state === "approved" && request.askedById === administrator.id)
    throw forbidden("You made this request. Another administrator must approve it.");
  return request;
}

async function decide(
  tx: ShopTransaction,
  { shop, administrator, clock }: CallContext,
  request: ApprovalRow,
  state: "approved" | "declined",
  reason: string | null,
): Promise<ApprovalRow> {
  const decision = {
    state,
    reason,
    decidedById: administrator.id,
    decidedByName: administrator.name,
    decidedAt: clock.now(),
  };
  await tx.update(creditApprovals).set(decision).where(isRequest(shop.domain, request.id));
  return { ...request, ...decision };
}

async function recordApprovalAudit(
  tx: ShopTransaction,
  { shop, administrator }: Pick<CallContext, "shop" | "administrator">,
  action: typeof creditApproved,
  {
    id,
    type,
    customerIds,
    amountCents,
    reference,
    ...rest
  }:
    | Pick<ApprovalRow, "id" | "type" | "customerIds" | "amountCents" | "reference">
    | (CreditRequest & { id: string })
    | ApprovalRow,
): Promise<void> {
  const [only, ...others] = customerIds;
  const requester = "askedByName" in rest ? rest.askedByName : undefined;
  const reason = "reason" in rest ? rest.reason : undefined;
  await recordAudit(tx, shop.domain, action, {
    actor: administrator,
    subject:
      only !== undefined && others.length === 0
        ? { type: customerSubject, id: String(only) }
        : { type: creditRequestSubject, id },
    before: null,
    after: {
      customers: customerIds.length,
      amount: formatMoney(type === "Credit" ? amountCents : negateCents(amountCents), shop.currency),
      reference,
      ...(requester && { "asked by": requester }),
      ...(reason && { reason }),
    },
    flag: "showCredits",
  });
}
