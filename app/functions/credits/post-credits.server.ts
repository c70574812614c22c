import { randomUUID } from "node:crypto";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { withIdempotencyKey } from "~/core/intents/idempotency-key.server";
import { customerSubject } from "~/domain/customers/audit.server";
import { creditRequests } from "~/domain/ledger/credit-requester.server";
import { findPostings } from "~/domain/ledger/list-transactions.server";
import { type NewPosting, type PostingContext, type PostingResult, post } from "~/domain/ledger/post.server";
import { LATEST_EXPIRY, maxBalanceCents } from "~/domain/ledger/posting";
import { refreshBeforePosting } from "~/domain/ledger/reconcile/refresh-accounts.server";
import { reverse } from "~/domain/ledger/reverse.server";
import { cancelPosting } from "~/domain/ledger/settle.server";
import type { Shop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict } from "~/platform/errors";
import { type Cents, negateCents } from "~/platform/money/cents";
import { decimalsOf, parseAmountOrZero } from "~/platform/money/decimal";
import { formatMoney } from "~/platform/money/format-money";
import { publishChange } from "~/platform/realtime/publish.server";
import { waitsForApproval } from "./approvals/approvals.server";
import { findWaitingReversals } from "./approvals/find-waiting.server";
import {
  balancesAdjusted,
  creditIssued,
  creditRequestSubject,
  creditReversed,
  unsentCreditCanceled,
} from "./audit.server";
import type { CreditAnswer, CreditRequest, RequestOptions } from "./credit-request";
import { dayAfter } from "./fields";
import {
  aboveLimit,
  EXPIRY_NOT_VALID,
  EXPIRY_TOO_LATE,
  NEEDS_APPROVAL,
  postedText,
  RANGE_NOT_VALID,
  reversalWaitingText,
  reversedText,
} from "./messages";
import { findRepetition } from "./repeats.server";
import { outcomeOf, refreshTools } from "./rows.server";
import { CREDITS_LIST } from "./tabs";

/**
 * A validated amount in the shop's currency.
 * @throws 400 that names the field, for more decimals than the currency has
 */
export function centsIn({ currency }: Pick<Shop, "currency">, decimal: string, field = "amount"): Cents {
  const amount = parseAmountOrZero(decimal, currency);
  if (amount !== null) return amount;
  const problem = field === "amount" ? amountNotValid(decimalsOf(currency), currency) : RANGE_NOT_VALID;
  throw badRequest(`${field}: ${problem}`, { [field]: problem });
}

/**
 * A validated amount that is to be posted.
 * @throws as `centsIn`, and 400 for more than a customer may have at Shopify
 */
export function postableCentsIn(shop: Pick<Shop, "currency">, decimal: string): Cents {
  const amount = centsIn(shop, decimal);
  const most = maxBalanceCents(shop.currency);
  if (most === null || amount <= most) return amount;
  const problem = aboveLimit(formatMoney(most, shop.currency));
  throw badRequest(`amount: ${problem}`, { amount: problem });
}

function amountNotValid(decimals: number, currency: string): string {
  if (decimals === 0) return `must be a whole amount, such as 12: ${currency} has no smaller unit`;
  return `must be an amount above 0 with at most ${decimals} decimals, such as ${(12.5).toFixed(decimals)}`;
}

/**
 * When a credit expires that is good until the end of a day (UTC).
 * @throws 400 for a day in the past, and after 2099
 */
export function expiryOf(day: Date, now: Date): Date {
  const expiresAt = dayAfter(day);
  const problem = expiresAt <= now ? EXPIRY_NOT_VALID : day > LATEST_EXPIRY ? EXPIRY_TOO_LATE : undefined;
  if (problem) throw badRequest(`expirationDate: ${problem}`, { expirationDate: problem });
  return expiresAt;
}

/**
 * Posts a credit or an adjustment for each customer. A refusal for one customer doesn't affect the others. A repeated key gets the
 * first answer. If all were refused, the request may be repeated with the same key.
 * @throws 409 when the key was used for another request
 */
export async function postCredits(
  context: CallContext,
  request: CreditRequest,
  { onRepeat = "post", key = randomUUID() }: RequestOptions = {},
): Promise<CreditAnswer> {
  const { customerIds, type, amountCents, reference, expiresAt } = request;
  await refreshBeforePosting(refreshTools(context), customerIds);
  const work = async (tx: ShopTransaction, posting: PostingContext) => {
    const repetition = onRepeat === "ask" ? await findRepetition(tx, context, request) : null;
    if (repetition) return { status: false, msg: repetition.question, list: [], repetition };
    if (await waitsForApproval(tx, context, request)) return waiting(customerIds);
    const wanted = customerIds.map((customerId) => ({ customerId, type, amountCents, reference, expiresAt }));
    const posted = await post(tx, context.shop.domain, wanted, posting);
    const accepted = posted.filter(({ postingId }) => postingId !== null);
    await recordCreditAudit(
      tx,
      context,
      request,
      accepted.map(({ customerId }) => customerId),
      posting.operationKey,
    );
    return answerOf(type, posted);
  };
  return runCreditOperation(context, { key, request }, work, hasPosted);
}

/** A refused request may succeed later with the same key. */
const hasPosted = ({ status }: CreditAnswer): boolean => status;

/**
 * Reverses a transaction by new ones that name it.
 * @throws as `reverse`, and 409 while a request to reverse it waits for approval
 */
export async function reverseTransaction(
  context: CallContext,
  id: string,
  reason: string,
  key: string = randomUUID(),
): Promise<CreditAnswer> {
  const request = { type: "reversal", id, reason };
  const [found] = await withShop(context.shop.domain, (tx) => findPostings(tx, context.shop.domain, [id]));
  if (found) await refreshBeforePosting(refreshTools(context), [Number(found.customerId)]);
  const work = async (tx: ShopTransaction, posting: PostingContext) => {
    const { results, changedCents, expiredCents, isWaiting } = await reverse(
      tx,
      context.shop.domain,
      id,
      reason,
      posting,
      async ({ customerId, ...change }) => {
        await assertNoneWaiting(tx, context.shop.domain, id);
        const request = { ...change, customerIds: [customerId], reference: reason, reversesId: id };
        return (await waitsForApproval(tx, context, request)) !== null;
      },
    );
    if (isWaiting) return waiting(found ? [Number(found.customerId)] : []);
    const accepted = results.flatMap(({ postingId }) => postingId ?? []);
    if (accepted.length > 0)
      await recordAudit(tx, context.shop.domain, creditReversed, {
        actor: context.administrator,
        subject: { type: customerSubject, id: String(results[0]?.customerId) },
        before: { transaction: id },
        after: {
          transaction: accepted.join(", "),
          amount: formatMoney(changedCents, context.shop.currency),
          reference: reason,
        },
        flag: "showCredits",
      });
    return {
      status: accepted.length > 0,
      msg: results[0]?.problem ?? reversedText(accepted.length, expiredCents, context.shop.currency),
      list: results.map(outcomeOf),
    };
  };
  return runCreditOperation(context, { key, request }, work, hasPosted);
}

/** The account is locked, so a concurrent request is seen. @throws 409 while a request to reverse the posting waits for approval */
async function assertNoneWaiting(tx: ShopTransaction, shop: string, postingId: string): Promise<void> {
  const request = (await findWaitingReversals(tx, shop, [postingId])).get(postingId);
  if (request) throw conflict(reversalWaitingText(request));
}

/** Cancels a transaction that was certainly not sent. @throws as `cancelPosting` */
export async function cancelTransaction(
  { shop, administrator }: CallContext,
  id: string,
  reason: string,
): Promise<void> {
  await withShop(shop.domain, async (tx) => {
    const why = `Canceled by ${administrator.name || administrator.email}: ${reason}`;
    const { customerId, amountCents } = await cancelPosting(tx, shop.domain, id, why);
    await recordAudit(tx, shop.domain, unsentCreditCanceled, {
      actor: administrator,
      subject: { type: customerSubject, id: String(customerId) },
      before: { transaction: id },
      after: { amount: formatMoney(amountCents, shop.currency), reference: reason },
      flag: "showCredits",
    });
  });
  publishChange(shop.domain, "showCredits", { list: CREDITS_LIST });
}

/** Runs a request about credit once and publishes the change. @param isDone as for `withIdempotencyKey` */
export async function runCreditOperation<Answer>(
  { shop, administrator, clock }: CallContext,
  { key, request }: { key: string; request: unknown },
  work: (tx: ShopTransaction, posting: PostingContext) => Promise<Answer>,
  isDone?: (answer: Answer) => boolean,
): Promise<Answer> {
  const answer = await withShop(shop.domain, (tx) =>
    withIdempotencyKey(
      tx,
      creditRequests,
      shop.domain,
      { actorId: administrator.id, key, request },
      (operationKey) => work(tx, { by: administrator, operationKey, now: clock.now() }),
      isDone,
    ),
  );
  publishChange(shop.domain, "showCredits", { list: CREDITS_LIST });
  return answer;
}

/** The answer to a request that waits for approval: nothing is posted yet. */
const waiting = (customerIds: readonly number[]): CreditAnswer => ({
  status: true,
  msg: NEEDS_APPROVAL,
  list: customerIds.map((id) => ({
    id: String(id),
    postingId: null,
    state: "PENDING",
    problem: NEEDS_APPROVAL,
  })),
});

function answerOf(type: NewPosting["type"], posted: readonly PostingResult[]): CreditAnswer {
  const accepted = posted.filter(({ postingId }) => postingId !== null).length;
  return {
    status: accepted > 0,
    msg: postedText(type, accepted, posted.length - accepted),
    list: posted.map(outcomeOf),
  };
}

/** Records one audit entry for all customers of a request. The ledger has the amount of each. */
export async function recordCreditAudit(
  tx: ShopTransaction,
  { shop, administrator }: Pick<CallContext, "shop" | "administrator">,
  { type, amountCents, reference, expiresAt }: CreditRequest,
  customerIds: readonly number[],
  operationKey: string,
): Promise<void> {
  const [first, ...others] = customerIds;
  if (first === undefined) return;
  await recordAudit(tx, shop.domain, type === "Credit" ? creditIssued : balancesAdjusted, {
    actor: administrator,
    subject:
      others.length === 0
        ? { type: customerSubject, id: String(first) }
        : { type: creditRequestSubject, id: operationKey },
    before: null,
    after: {
      customers: customerIds.length,
      amount: formatMoney(type === "Credit" ? amountCents : negateCents(amountCents), shop.currency),
      reference,
      ...(expiresAt && { "runs out": expiresAt.toISOString() }),
    },
    flag: "showCredits",
  });
}
