import { randomUUID } from "node:crypto";
import { and, desc, eq, ne } from "drizzle-orm";
import type { CustomerWithMetafields } from "~/connectors/shopify/operations/customers";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { IntentDefinition } from "~/core/intents/intent-definition.server";
import { Busy, completeIntent, findAbandoned, openIntent, reopenIntent } from "~/core/intents/intents.server";
import { customerSubject } from "~/domain/customers/audit.server";
import { customersMirror, mirrorCustomers } from "~/domain/customers/mirror.server";
import { mirrorRowOf } from "~/domain/customers/mirror-row";
import { lockCustomer } from "~/domain/customers/read-tags.server";
import { type Administrator, mayUse } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, forbidden, notFound, Refusal } from "~/platform/errors";
import { decisionUndone, registrationDecided } from "./audit.server";
import type { Decision, DecisionMails, DecisionTools } from "./decision";
import { mailAboutDecision, recallMail } from "./decision-mail.server";
import { otherStatusText } from "./messages";
import { closeQuestion, openQuestionOn, reopenQuestion } from "./questions/question-record.server";
import {
  REGISTRATIONS,
  type Registration,
  type RegistrationStatus,
  registrationsOf,
  STATUS_TAGS,
} from "./status";
import { registrationDecisions } from "./tables.server";

/** A decision as it is stored. */
export type DecisionRow = typeof registrationDecisions.$inferSelect;

/** What the second of two people sees who decide on the same customer. */
export const BEING_DECIDED = "Someone is deciding on this person right now. Look again in a moment.";

/** Shopify answered, and nothing of the decision was applied. */
export const NOT_DONE = "SHOPIFY_REFUSED";

/** Decisions as intents: one open at a time per customer. Ended ones stay in the table. */
export const registrationDecision: IntentDefinition<typeof registrationDecisions> = {
  noun: "decision",
  table: registrationDecisions,
  key: ["id"],
  finishTask: "registrations.finish-open-decisions",
  busyMessage: BEING_DECIDED,
  lostMessage: "This decision took too long and was canceled. Look at the record before you try again.",
  isUndone: (error) => error instanceof Refusal && error.code === NOT_DONE,
  // The mirror reads the customer again, because something may have changed.
  onDrop: (tx, { shop, customerId }) => customersMirror.markStale(tx, shop, [customerId]),
};

/** What the database has on a customer's decisions before Shopify is asked. */
export interface DecisionHistory {
  /** The decision with the same operation id, in any state. */
  earlier: DecisionRow | undefined;
  /** Another decision on the customer that was left open: its lease has expired. */
  leftOpen: DecisionRow | undefined;
  /** How many decisions on the customer were done. */
  doneCount: number;
}

/** Reads what `openDecision` compares with, to notice a decision that came first. */
export async function readDecisionHistory(shop: string, decision: Decision): Promise<DecisionHistory> {
  const row = registrationDecisions;
  return withShop(shop, async (tx) => {
    const [earlier] = await tx
      .select()
      .from(row)
      .where(and(eq(row.shop, shop), eq(row.operationId, decision.operationId)));
    const isAnotherOnCustomer = and(
      eq(row.customerId, decision.customerId),
      ne(row.operationId, decision.operationId),
    );
    const [leftOpen] = await findAbandoned(tx, registrationDecision, shop, isAnotherOnCustomer);
    return { earlier, leftOpen, doneCount: await countDone(tx, shop, decision.customerId) };
  });
}

/** How many decisions on a customer were done. */
export function countDone(tx: ShopTransaction, shop: string, customerId: number): Promise<number> {
  const row = registrationDecisions;
  return tx.$count(row, and(eq(row.shop, shop), eq(row.customerId, customerId), eq(row.state, "done")));
}

/**
 * Opens a decision. A repetition opens its earlier decision again.
 * @throws 409 while another decision on the customer is open, or when one was done since `history` was read: the tags that were
 * read may be from before it. 409 for a question that `unlessAsked` excludes
 */
export async function openDecision(
  { shop, actor, clock }: DecisionTools,
  decision: Decision,
  registration: Registration,
  { earlier, doneCount }: DecisionHistory,
): Promise<DecisionRow> {
  const opening = { registration, startedAt: clock.now(), doneBefore: doneCount };
  return withShop(shop, async (tx) => {
    const row = earlier
      ? await reopenIntent(tx, registrationDecision, earlier, opening)
      : await openIntent(tx, registrationDecision, {
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
        });
    // Counted under the lock, when no other decision can become done.
    if ((await countDone(tx, shop, decision.customerId)) !== doneCount) throw new Busy(registrationDecision);
    if (decision.unlessAsked) {
      // A question takes the same lock: it is seen here, or finds this decision.
      await lockCustomer(tx.$client, shop, decision.customerId);
      if (await openQuestionOn(tx, shop, decision.customerId))
        throw conflict("The customer was asked for information.");
    }
    return row;
  });
}

/** The last decision on a customer that was done. */
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
 * The refusal of a decision or a question on a registration that isn't at the expected status. It names who decided since, but not where
 * the status isn't that of the last decision: then it was changed in Shopify.
 */
export async function otherStatus(
  shop: string,
  customer: { id: number; name: string },
  {
    registration,
    ...statuses
  }: { registration: Registration; status: RegistrationStatus | null; expected: RegistrationStatus },
): Promise<Refusal> {
  const last = await withShop(shop, (tx) => lastDone(tx, shop, customer.id));
  const isDecided = last?.registration === registration && last.toStatus === statuses.status;
  return conflict(otherStatusText(customer.name, { ...statuses, by: isDecided ? last.decidedByName : null }));
}

/**
 * Ends a decision in one transaction, with the mirror, the audit entry, the end of an open question and the email to the
 * customer.
 * @param by who decided
 * @throws LostLease, with nothing written
 */
export async function completeDecision(
  { shop, clock }: Pick<DecisionTools, "shop" | "clock">,
  by: Pick<DecisionTools["actor"], "id" | "name">,
  decision: Decision,
  row: DecisionRow,
  customer: CustomerWithMetafields,
): Promise<DecisionMails> {
  const { customerId, undoes, reason, note } = decision;
  const registration = row.registration as Registration;
  return withShop(shop, async (tx) => {
    await completeIntent(tx, registrationDecision, row, clock.now());
    // Before the mirror's write, which needs to find the reopened question.
    if (undoes) await reopenQuestion(tx, shop, customerId, undoes);
    await mirrorCustomers(tx, shop, [mirrorRowOf(customer)]);
    const question = undoes ? undefined : await openQuestionOn(tx, shop, customerId);
    const earlier = await recallMail(tx, shop, undoes ? { decision: undoes } : { question: question?.id });
    // Undoing the decision reopens a question that was sent. One that was never sent stays closed.
    const endedBy = earlier === "cancelled" ? undefined : row.id;
    if (question) await closeQuestion(tx, shop, customerId, clock.now(), endedBy);
    const own = await mailAboutDecision(tx, shop, row, decision, customer);
    await recordAudit(tx, shop, undoes ? decisionUndone : registrationDecided, {
      actor: by,
      subject: { type: customerSubject, id: String(customerId) },
      before: { status: STATUS_TAGS[decision.from] },
      after: {
        status: STATUS_TAGS[decision.to],
        ...(reason && { reason: reason.label }),
        ...(note && { note }),
        ...(own && { "email to the person": own }),
      },
      jobId: decision.jobId,
      flag: REGISTRATIONS[registration].flag,
    });
    return { own, earlier };
  });
}

/**
 * The registration that a decision or a question is about. A customer may have registered as a student and as staff.
 * @param wanted only this kind counts. A tag may have been removed since the administrator saw the customer
 * @throws 404 for a customer without a registration, 403 without the flag of one
 */
export function chooseRegistration(
  administrator: Administrator,
  tags: readonly string[],
  wanted?: Registration,
): Registration {
  const kinds = registrationsOf(tags).filter((kind) => !wanted || kind === wanted);
  if (kinds.length === 0) {
    const as = wanted ? ` as a ${REGISTRATIONS[wanted].noun.one}` : "";
    throw notFound(`This customer has no registration${as} to decide on.`);
  }
  const registration = kinds.find((kind) => mayUse(administrator, REGISTRATIONS[kind].flag));
  if (!registration) throw forbidden();
  return registration;
}
