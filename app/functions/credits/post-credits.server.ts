import { randomUUID } from "node:crypto";
import { recordAudit } from "~/domain/audit/record.server";
import { giveUp } from "~/domain/ledger/give-up.server";
import { once } from "~/domain/ledger/once.server";
import { type NewPosting, type Posted, type Posting, post } from "~/domain/ledger/post.server";
import { reverse } from "~/domain/ledger/reverse.server";
import type { CallContext } from "~/platform/contract/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { formatMoney, unitProblem } from "~/platform/money";
import { publishChange } from "~/platform/realtime/publish.server";
import { waitsForApproval } from "./approvals/approvals.server";
import { CREDITS_LIST } from "./list";
import { NEEDS_APPROVAL, postedText, takenBackText } from "./messages";
import type { CreditOutcome } from "./outcome-contract";
import { outcomeOf } from "./rows.server";

/** What a request about several customers asks for. */
export interface CreditRequest {
  type: NewPosting["type"];
  customerIds: readonly number[];
  amountCents: number;
  reference: string;
  /** When what a credit adds runs out. */
  expiresAt?: Date;
}

/** What came of it. */
export interface CreditAnswer {
  status: boolean;
  msg: string;
  list: CreditOutcome[];
}

/**
 * Writes a credit or an adjustment down for each of some customers, and has them carried to Shopify. What one customer refuses
 * leaves the others alone. The same key answers what it answered first; refused for all, it may be tried again.
 * @throws 409 when the key was used for another request, 400 as `assertPayable`
 */
export async function postCredits(
  context: CallContext,
  request: CreditRequest,
  key: string = randomUUID(),
): Promise<CreditAnswer> {
  const { customerIds, type, amountCents, reference, expiresAt } = request;
  assertPayable(context, amountCents);
  const work = async (tx: ShopTransaction, posting: Posting) => {
    if (await waitsForApproval(tx, context, request)) return waiting(customerIds);
    const wanted = customerIds.map((customerId) => ({ customerId, type, amountCents, reference, expiresAt }));
    const posted = await post(tx, context.shop.domain, wanted, posting);
    const accepted = posted.filter(({ postingId }) => postingId !== null);
    await noteCredits(
      tx,
      context,
      request,
      accepted.map(({ customerId }) => customerId),
    );
    return answerOf(type, posted);
  };
  return moveCredit(context, { key, request }, work, hasPosted);
}

/** @throws 400 for an amount that the shop's currency has no coins for */
export function assertPayable({ shop }: Pick<CallContext, "shop">, amountCents: number): void {
  const problem = unitProblem(amountCents, shop.currency);
  if (problem) throw badRequest(`amount: ${problem}`, { amount: problem });
}

/** A refusal holds for now only: once its cause is put right, the same request may do what it says. */
const hasPosted = ({ status }: CreditAnswer): boolean => status;

/**
 * Takes a transaction back by new ones that name it.
 * @throws 404 for one that is not there, 400 for what Shopify made, 409 for one that is not confirmed, or was taken back already
 */
export async function reversePosting(
  context: CallContext,
  id: string,
  reason: string,
  key: string = randomUUID(),
): Promise<CreditAnswer> {
  const request = { type: "reversal", id, reason };
  const work = async (tx: ShopTransaction, posting: Posting) => {
    const { posted, lapsedCents } = await reverse(tx, context.shop.domain, id, reason, posting);
    const accepted = posted.flatMap(({ postingId }) => postingId ?? []);
    if (accepted.length > 0)
      await recordAudit(tx, context.shop.domain, {
        action: "credit.reversed",
        actor: context.administrator,
        subject: { type: "customer", id: String(posted[0]?.customerId) },
        before: { transaction: id },
        after: { transaction: accepted.join(", "), reference: reason },
        flag: "showCredits",
      });
    return {
      status: accepted.length > 0,
      msg:
        posted[0]?.problem ??
        takenBackText(accepted.length, lapsedCents > 0 && formatMoney(lapsedCents, context.shop.currency)),
      list: posted.map(outcomeOf),
    };
  };
  return moveCredit(context, { key, request }, work, hasPosted);
}

/** Ends a transaction that waits and certainly was not sent. @throws as `giveUp` */
export async function giveUpPosting(
  { shop, administrator }: CallContext,
  id: string,
  reason: string,
): Promise<void> {
  await withShop(shop.domain, async (tx) => {
    const why = `Given up by ${administrator.name || administrator.email}: ${reason}`;
    const { customerId, amountCents } = await giveUp(tx, shop.domain, id, why);
    await recordAudit(tx, shop.domain, {
      action: "credit.given up",
      actor: administrator,
      subject: { type: "customer", id: String(customerId) },
      before: { transaction: id },
      after: { amount: formatMoney(amountCents, shop.currency), reference: reason },
      flag: "showCredits",
    });
  });
  publishChange(shop.domain, "showCredits", { list: CREDITS_LIST });
}

/** Does a request about credit once, and tells whoever shows it. @param isDone as for `once` */
export async function moveCredit<Answer>(
  { shop, administrator, clock }: CallContext,
  { key, request }: { key: string; request: unknown },
  work: (tx: ShopTransaction, posting: Posting) => Promise<Answer>,
  isDone?: (answer: Answer) => boolean,
): Promise<Answer> {
  const answer = await withShop(shop.domain, (tx) =>
    once(
      tx,
      shop.domain,
      { actorId: administrator.id, key, request },
      (operationKey) => work(tx, { by: administrator, operationKey, now: clock.now() }),
      isDone,
    ),
  );
  publishChange(shop.domain, "showCredits", { list: CREDITS_LIST });
  return answer;
}

/** Nothing is posted before another person has approved it. */
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

function answerOf(type: NewPosting["type"], posted: readonly Posted[]): CreditAnswer {
  const accepted = posted.filter(({ postingId }) => postingId !== null).length;
  return {
    status: accepted > 0,
    msg: postedText(type, accepted, posted.length - accepted),
    list: posted.map(outcomeOf),
  };
}

/** Writes a request down, once for all its customers: the ledger itself tells of each. */
export async function noteCredits(
  tx: ShopTransaction,
  { shop, administrator }: CallContext,
  { type, amountCents, reference, expiresAt }: CreditRequest,
  customerIds: readonly number[],
): Promise<void> {
  const [first, ...others] = customerIds;
  if (first === undefined) return;
  await recordAudit(tx, shop.domain, {
    action: type === "Credit" ? "credit.issued" : "credit.adjusted",
    actor: administrator,
    subject:
      others.length === 0 ? { type: "customer", id: String(first) } : { type: "shop", id: shop.domain },
    before: null,
    after: {
      customers: customerIds.length,
      amount: formatMoney(type === "Credit" ? amountCents : -amountCents, shop.currency),
      reference,
      ...(expiresAt && { "runs out": expiresAt.toISOString() }),
    },
    flag: "showCredits",
  });
}
