import { randomUUID } from "node:crypto";
import { and, desc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import type { CustomerWithMetafields } from "~/connectors/shopify/operations/customers";
import { recordAudit } from "~/domain/audit/record.server";
import { mirrorCustomers } from "~/domain/customers/mirror.server";
import { mirrorRowOf } from "~/domain/customers/mirror-row";
import { noteStale } from "~/domain/customers/refresh.server";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { leaseFromNow } from "~/platform/lease.server";
import type { Decision, DecisionMails, DecisionTools } from "./decision";
import { mailAboutDecision, recallMail } from "./decision-mail.server";
import { type Attempt, isOpenAs, LostLease } from "./lease.server";
import { closeQuestion, openQuestionOn, reopenQuestion } from "./questions/question-record.server";
import { REGISTRATIONS, type Registration, STATUS_TAGS } from "./status";
import { registrationDecisions } from "./tables.server";

/** A decision as it is kept. */
export type DecisionRow = typeof registrationDecisions.$inferSelect;

/** What is known of a decision, and of others on the same person, before the store is asked. */
export interface KnownBefore {
  /** The decision that was made under this operation id, in whatever state. */
  earlier: DecisionRow | undefined;
  /** Another decision on the person that was left open: its lease has run out. */
  leftOpen: DecisionRow | undefined;
  /** How many decisions on the person were done. */
  doneOnPerson: number;
}

/** Looks up what is known before a decision; `openDecision` sees by it whether somebody overtook us. */
export async function lookBefore(shop: string, decision: Decision): Promise<KnownBefore> {
  const row = registrationDecisions;
  return withShop(shop, async (tx) => {
    const [earlier] = await tx
      .select()
      .from(row)
      .where(and(eq(row.shop, shop), eq(row.operationId, decision.operationId)));
    const [leftOpen] = await tx
      .select()
      .from(row)
      .where(
        and(
          isLeftOpen(shop),
          eq(row.customerId, decision.customerId),
          ne(row.operationId, decision.operationId),
        ),
      );
    return { earlier, leftOpen, doneOnPerson: await countDone(tx, shop, decision.customerId) };
  });
}

/** The condition that a decision was opened and nobody works on it any more. */
export const isLeftOpen = (shop: string) =>
  and(
    eq(registrationDecisions.shop, shop),
    eq(registrationDecisions.state, "started"),
    lt(registrationDecisions.leaseUntil, sql`clock_timestamp()`),
  );

/** How many decisions on a person were done. */
export function countDone(tx: ShopTransaction, shop: string, customerId: number): Promise<number> {
  const { customerId: person, state } = registrationDecisions;
  return tx.$count(
    registrationDecisions,
    and(eq(registrationDecisions.shop, shop), eq(person, customerId), eq(state, "done")),
  );
}

/**
 * Writes the intention down. The unique index on open decisions is the lock on the person. A repetition opens its earlier
 * decision once more, as a new attempt: the earlier one can then no longer complete it.
 * @throws 409 while somebody else's decision on the person is open, or when one was done since we looked: the tags that we
 * read may be from before it
 */
export async function openDecision(
  { shop, actor, clock }: DecisionTools,
  decision: Decision,
  registration: Registration,
  { earlier, doneOnPerson }: KnownBefore,
): Promise<Attempt> {
  const opening = {
    registration,
    state: "started" as const,
    startedAt: clock.now(),
    leaseUntil: leaseFromNow(),
    doneBefore: doneOnPerson,
  };
  return withShop(shop, async (tx) => {
    const opened = earlier
      ? await reopen(tx, earlier, opening)
      : await tx
          .insert(registrationDecisions)
          .values({
            ...opening,
            shop,
            id: randomUUID(),
            customerId: decision.customerId,
            fromStatus: decision.from,
            toStatus: decision.to,
            operationId: decision.operationId,
            decidedById: actor.id,
            decidedByName: actor.name,
            jobId: decision.jobId,
            undoes: decision.undoes,
            reason: decision.reason,
            note: decision.note || null,
            notify: decision.notify ?? false,
          })
          .onConflictDoNothing()
          .returning({ id: registrationDecisions.id, attempt: registrationDecisions.attempt });
    const [attempt] = opened;
    if (!attempt) throw conflict(BEING_DECIDED);
    // Asked only now: with the lock in our hands nobody can become done any more.
    if ((await countDone(tx, shop, decision.customerId)) !== doneOnPerson) throw conflict(BEING_DECIDED);
    return attempt;
  });
}

/** What is said to somebody who comes while another decides. */
export const BEING_DECIDED = "Somebody is deciding on this person right now. Look again in a moment.";

/** Opens a decision that was left open or had failed, unless another attempt did so since it was looked up. */
function reopen(
  tx: ShopTransaction,
  { shop, id, attempt }: DecisionRow,
  opening: Partial<Omit<typeof registrationDecisions.$inferInsert, "leaseUntil">> & {
    leaseUntil: ReturnType<typeof leaseFromNow>;
  },
): Promise<Attempt[]> {
  const row = registrationDecisions;
  return tx
    .update(row)
    .set({ ...opening, finishedAt: null, attempt: attempt + 1 })
    .where(
      and(
        eq(row.shop, shop),
        eq(row.id, id),
        eq(row.attempt, attempt),
        inArray(row.state, ["started", "failed"]),
      ),
    )
    .returning({ id: row.id, attempt: row.attempt })
    .catch(refuseWhenLocked);
}

function refuseWhenLocked(error: unknown): never {
  if (isUniqueViolation(error)) throw conflict(BEING_DECIDED);
  throw error;
}

/** Takes over a decision that was left open. @returns undefined when somebody else did, or when it has ended */
export async function takeOver(left: DecisionRow): Promise<Attempt | undefined> {
  const row = registrationDecisions;
  return withShop(left.shop, async (tx) => {
    const [attempt] = await tx
      .update(row)
      .set({ attempt: left.attempt + 1, leaseUntil: leaseFromNow() })
      .where(and(isLeftOpen(left.shop), eq(row.id, left.id), eq(row.attempt, left.attempt)))
      .returning({ id: row.id, attempt: row.attempt });
    return attempt;
  });
}

/** The last decision on a person that was done; undefined when there was none. */
export async function lastDone(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
): Promise<DecisionRow | undefined> {
  const row = registrationDecisions;
  const [last] = await tx
    .select()
    .from(row)
    .where(and(eq(row.shop, shop), eq(row.customerId, customerId), eq(row.state, "done")))
    .orderBy(desc(row.startedAt))
    .limit(1);
  return last;
}

/**
 * Writes down that it is done: the decision, the mirror, the audit entry, the end of an open question and the mail to the
 * person, in one transaction.
 * @param by who decided
 * @throws LostLease, with nothing written, when this attempt is no longer the one that counts
 */
export async function completeDecision(
  { shop, clock }: Pick<DecisionTools, "shop" | "clock">,
  by: Pick<DecisionTools["actor"], "id" | "name">,
  decision: Decision,
  attempt: Attempt,
  registration: Registration,
  customer: CustomerWithMetafields,
): Promise<DecisionMails> {
  const { customerId, undoes, reason, note } = decision;
  return withShop(shop, async (tx) => {
    const done = await tx
      .update(registrationDecisions)
      .set({ state: "done", finishedAt: clock.now(), registration })
      .where(isOpenAs(shop, attempt))
      .returning({ id: registrationDecisions.id });
    if (done.length === 0) throw new LostLease();
    // Whoever waited before the decision that is taken back waits again: the mirror's write must find them asked.
    if (undoes) await reopenQuestion(tx, shop, customerId, undoes);
    await mirrorCustomers(tx, shop, [mirrorRowOf(customer)]);
    const question = undoes ? undefined : await openQuestionOn(tx, shop, customerId);
    const earlier = await recallMail(tx, shop, undoes ? { decision: undoes } : { question: question?.id });
    // A question that was never sent is over for good; one that was sent is open again when the decision is taken back.
    const endedBy = earlier === "cancelled" ? undefined : attempt.id;
    if (question) await closeQuestion(tx, shop, customerId, clock.now(), endedBy);
    const own = await mailAboutDecision(tx, shop, attempt.id, decision, registration, customer);
    await recordAudit(tx, shop, {
      action: undoes ? "registration.decision undone" : "registration.decided",
      actor: by,
      subject: { type: "customer", id: String(customerId) },
      before: { status: STATUS_TAGS[decision.from] },
      after: {
        status: STATUS_TAGS[decision.to],
        ...(reason && { reason: reason.label }),
        ...(note && { note }),
        ...(own && { "e-mail to the person": own }),
      },
      jobId: decision.jobId,
      flag: REGISTRATIONS[registration].flag,
    });
    return { own, earlier };
  });
}

/** Frees the person: the decision was not carried out. The mirror reads them again, because something may have moved. */
export async function releaseDecision(
  { shop, clock }: Pick<DecisionTools, "shop" | "clock">,
  attempt: Attempt,
  customerId: number,
): Promise<void> {
  await withShop(shop, async (tx) => {
    await tx
      .update(registrationDecisions)
      .set({ state: "failed", finishedAt: clock.now() })
      .where(isOpenAs(shop, attempt));
    await noteStale(tx, shop, [customerId]);
  });
}
