import { randomUUID } from "node:crypto";
import { subDays } from "date-fns";
import { and, desc, eq, gt, or, sql } from "drizzle-orm";
import { recordAudit } from "~/domain/audit/record.server";
import { readLimit } from "~/domain/ledger/approval-limit.server";
import { openAccounts, type Posted, post } from "~/domain/ledger/post.server";
import type { CallContext } from "~/platform/contract/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, forbidden, notFound } from "~/platform/errors";
import { formatMoney } from "~/platform/money";
import { publishChange } from "~/platform/realtime/publish.server";
import { CREDITS_LIST } from "../list";
import { customersInWords } from "../messages";
import type { CreditAnswer, CreditRequest } from "../post-credits.server";
import { outcomeOf } from "../rows.server";
import type { Approval, ApprovalPerson } from "./contract";
import { mailApprovers, mailAsker } from "./mails.server";
import { firstPeopleOf, peopleOf } from "./people.server";
import { creditApprovals } from "./tables.server";

/** How long a decided request stays in the list (days). */
const SHOWN_DAYS = 7;

type Kept = typeof creditApprovals.$inferSelect;

/**
 * Has a request wait for a second person, in the caller's transaction, where it moves more in all than one person may.
 * @returns false when it may be posted at once
 */
export async function waitsForApproval(
  tx: ShopTransaction,
  { shop, administrator, clock }: CallContext,
  { type, customerIds, amountCents, reference, expiresAt }: CreditRequest,
): Promise<boolean> {
  const limit = await readLimit(tx, shop.domain);
  if (limit === null || amountCents * customerIds.length <= limit) return false;
  // Nobody of them is erased without this being erased as well.
  await openAccounts(tx, shop.domain, [...customerIds]);
  const asked = {
    id: randomUUID(),
    type,
    customerIds: [...customerIds],
    amountCents,
    reference,
    askedById: administrator.id,
    askedByName: administrator.name,
  };
  await tx.insert(creditApprovals).values({
    ...asked,
    shop: shop.domain,
    expiresAt,
    askedByEmail: administrator.email,
    askedAt: clock.now(),
  });
  await note(tx, { shop, administrator, clock }, "credit.approval asked", asked);
  await mailApprovers(tx, shop, asked);
  return true;
}

/** What waits, and then what was decided in the last days, each newest first. */
export async function listApprovals({
  shop,
  clock,
}: CallContext): Promise<{ limitCents: number | null; list: Approval[] }> {
  const since = subDays(clock.now(), SHOWN_DAYS);
  return withShop(shop.domain, async (tx) => {
    const rows = await tx
      .select()
      .from(creditApprovals)
      .where(
        and(
          eq(creditApprovals.shop, shop.domain),
          or(eq(creditApprovals.state, "waiting"), gt(creditApprovals.askedAt, since)),
        ),
      )
      .orderBy(sql`${creditApprovals.state} <> 'waiting'`, desc(creditApprovals.askedAt))
      .limit(100);
    const people = await firstPeopleOf(tx, shop.domain, rows);
    const list = rows.map((row) => shown(row, people.get(row.id) ?? []));
    return { limitCents: await readLimit(tx, shop.domain), list };
  });
}

const shown = (
  { customerIds, askedAt, decidedAt, ...row }: Kept,
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
  askedById: row.askedById,
  askedByName: row.askedByName,
  askedAt: askedAt.toISOString(),
  decidedByName: row.decidedByName,
  decidedAt: decidedAt?.toISOString() ?? null,
  reason: row.reason,
});

/**
 * Approves somebody else's request: it is posted in the same transaction, in the name of who asked for it.
 * @throws 404 for an unknown one, 403 for one's own, 409 when it was decided already
 */
export async function approve(
  context: CallContext,
  id: string,
): Promise<CreditAnswer & { approval: Approval; people: ApprovalPerson[] }> {
  const { shop, administrator, clock } = context;
  const answer = await withShop(shop.domain, async (tx) => {
    // First the customers, then the request: in this order they are locked also when one of them is erased.
    const customerIds = [...new Set(await customersOf(tx, shop.domain, id))];
    await openAccounts(tx, shop.domain, customerIds);
    const request = await decide(tx, context, id, "approved", null);
    const { type, amountCents, reference } = request;
    const wanted = customerIds.map((customerId) => ({
      customerId,
      type,
      amountCents,
      reference,
      expiresAt: request.expiresAt ?? undefined,
    }));
    const by = { id: request.askedById, name: request.askedByName, email: request.askedByEmail };
    const operationKey = `${administrator.id}:approval ${id}`;
    const posted = await post(tx, shop.domain, wanted, { by, operationKey, now: clock.now() });
    await note(tx, context, "credit.approved", request);
    const outcome = outcomeText(posted);
    await mailAsker(tx, shop, request, { by: administrator, decision: "approved", outcome });
    const people = await peopleOf(tx, shop.domain, customerIds);
    return {
      status: posted.some(({ postingId }) => postingId !== null),
      msg: `Approved. ${outcome}`,
      list: posted.map(outcomeOf),
      approval: shown(request, people.slice(0, 3)),
      people,
    };
  });
  publishChange(shop.domain, "showCredits", { list: CREDITS_LIST });
  return answer;
}

/** What came of an approved request, in words: what was refused says why. */
function outcomeText(posted: readonly Posted[]): string {
  const refused = posted.filter(({ postingId }) => postingId === null);
  const problems = [...new Set(refused.map(({ problem }) => problem))].join(" ");
  const rest = `${customersInWords(refused.length)} refused: ${problems}`;
  if (refused.length === posted.length) return `Nothing was posted. ${rest}`;
  const accepted = `It is on its way for ${customersInWords(posted.length - refused.length)}.`;
  return refused.length === 0 ? accepted : `${accepted} ${rest}`;
}

/** Declines a request; one may take one's own back like this. @throws as `approve`, but for one's own */
export async function decline(
  context: CallContext,
  id: string,
  reason: string,
): Promise<{ status: boolean; msg: string }> {
  const { shop, administrator: by } = context;
  await withShop(shop.domain, async (tx) => {
    const request = await decide(tx, context, id, "declined", reason);
    await note(tx, context, "credit.approval declined", request);
    const outcome = `Nothing was posted. The reason: ${reason}`;
    await mailAsker(tx, shop, request, { by, decision: "declined", outcome });
  });
  publishChange(shop.domain, "showCredits", { list: CREDITS_LIST });
  return { status: true, msg: "Declined. Nothing was posted." };
}

async function customersOf(tx: ShopTransaction, shop: string, id: string): Promise<number[]> {
  const [request] = await tx
    .select({ customerIds: creditApprovals.customerIds })
    .from(creditApprovals)
    .where(and(eq(creditApprovals.shop, shop), eq(creditApprovals.id, id)));
  return request?.customerIds ?? [];
}

async function decide(
  tx: ShopTransaction,
  { shop, administrator, clock }: CallContext,
  id: string,
  state: "approved" | "declined",
  reason: string | null,
): Promise<Kept> {
  const isOne = and(eq(creditApprovals.shop, shop.domain), eq(creditApprovals.id, id));
  const [request] = await tx.select().from(creditApprovals).where(isOne).for("update");
  if (!request) throw notFound("There is no such request.");
  if (request.state !== "waiting")
    throw conflict(`${request.decidedByName} has ${request.state} this request already.`);
  if (state === "approved" && request.askedById === administrator.id)
    throw forbidden("You asked for this yourself: somebody else has to approve it.");
  const decided = {
    state,
    reason,
    decidedById: administrator.id,
    decidedByName: administrator.name,
    decidedAt: clock.now(),
  };
  await tx.update(creditApprovals).set(decided).where(isOne);
  return { ...request, ...decided };
}

type ApprovalAction = "credit.approval asked" | "credit.approved" | "credit.approval declined";

async function note(
  tx: ShopTransaction,
  { shop, administrator }: CallContext,
  action: ApprovalAction,
  {
    type,
    customerIds,
    amountCents,
    reference,
    ...rest
  }:
    | Pick<Kept, "id" | "type" | "customerIds" | "amountCents" | "reference">
    | (CreditRequest & { id: string })
    | Kept,
): Promise<void> {
  const [only, ...others] = customerIds;
  const asker = "askedByName" in rest ? rest.askedByName : undefined;
  const reason = "reason" in rest ? rest.reason : undefined;
  await recordAudit(tx, shop.domain, {
    action,
    actor: administrator,
    subject:
      only !== undefined && others.length === 0
        ? { type: "customer", id: String(only) }
        : { type: "shop", id: shop.domain },
    before: null,
    after: {
      customers: customerIds.length,
      amount: formatMoney(type === "Credit" ? amountCents : -amountCents, shop.currency),
      reference,
      ...(asker && { "asked by": asker }),
      ...(reason && { reason }),
    },
    flag: "showCredits",
  });
}
