import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { CustomerWithMetafields } from "~/connectors/shopify/operations/customers";
import { recordAudit } from "~/core/audit/record-audit.server";
import { keyConflict } from "~/core/intents/idempotency-key.server";
import { findStop, stoppedText } from "~/core/mail/stops.server";
import { newRequestLink, requestUrl } from "~/core/requests/links.server";
import { customerSubject } from "~/domain/customers/audit.server";
import { lockCustomer, storeAskedAt } from "~/domain/customers/read-tags.server";
import { mayUse } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, forbidden, notFound } from "~/platform/errors";
import { isMailAddress } from "~/platform/mail-address";
import { questionAsked, questionWithdrawn } from "../audit.server";
import type { DecisionMails, DecisionTools } from "../decision";
import { mailPerson, recallMail } from "../decision-mail.server";
import {
  BEING_DECIDED,
  chooseRegistration,
  countDone,
  lastDone,
  otherStatus,
} from "../decision-record.server";
import { registrationQuestion } from "../mail-texts.server";
import { REGISTRATIONS, type Registration, registrationStatus } from "../status";
import { publishPerson, readThrough } from "../status-tags.server";
import { registrationDecisions, registrationQuestions } from "../tables.server";
import {
  closeQuestion,
  openQuestionOn,
  type QuestionRow,
  REGISTRATION_REQUEST,
} from "./question-record.server";

/** A question to one customer. */
export interface Question {
  customerId: number;
  /** Only this kind of registration counts. Without it, the first that the administrator may decide on. */
  registration?: Registration;
  /** The question as the customer reads it in the email. */
  text: string;
  /** Idempotency key: the same id again returns the first question. */
  operationId: string;
}

/**
 * Asks a customer whose registration is Pending for information. Question, mirror, email and audit entry are written in one
 * transaction.
 * @throws 400 for a customer without an email address or with a blocked one, 403 without the flag of this kind of registration, 404 for an unknown
 * customer, 409 when the registration isn't Pending, has a decision in progress, or has an open question
 */
export async function askForInformation(tools: DecisionTools, question: Question): Promise<{ id: string }> {
  const { shop, actor, clock } = tools;
  const { customerId, text, operationId } = question;
  const before = await withShop(shop, async (tx) => ({
    earlier: await findByOperation(tx, shop, operationId),
    done: await countDone(tx, shop, customerId),
  }));
  if (before.earlier) return sameQuestion(before.earlier, question);

  const { customer, registration } = await readPending(tools, question);
  const { flag } = REGISTRATIONS[registration];
  const result = await withShop(shop, async (tx) => {
    // Serializes questions to the same customer. A decision completes only after this.
    await lockCustomer(tx.$client, shop, customerId);
    const earlier = await findByOperation(tx, shop, operationId);
    if (earlier) return sameQuestion(earlier, question);
    const open = await openQuestionOn(tx, shop, customerId);
    if (open)
      throw conflict(`${open.askedByName} has already asked ${customer.displayName} for information.`);
    if (await isBeingDecided(tx, shop, customerId, before.done)) throw conflict(BEING_DECIDED);
    const stop = await findStop(tx, shop, customer.defaultEmailAddress?.emailAddress ?? "");
    if (stop) throw badRequest(`${customer.displayName} can't get a question. ${stoppedText(stop.reason)}`);

    const id = randomUUID();
    const askedAt = clock.now();
    await tx.insert(registrationQuestions).values({
      shop,
      id,
      customerId,
      registration,
      text,
      operationId,
      state: "open",
      askedAt,
      askedById: actor.id,
      askedByName: actor.name,
    });
    await storeAskedAt(tx, shop, customerId, askedAt);
    const linkId = await newRequestLink(tx, shop, {
      kind: REGISTRATION_REQUEST,
      subjectId: id,
      now: askedAt,
    });
    const values = { question: text, link: requestUrl(shop) };
    const occasion = { question: id };
    await mailPerson(tx, shop, occasion, registration, customer, registrationQuestion, values, { linkId });
    await recordAudit(tx, shop, questionAsked, {
      actor,
      subject: { type: customerSubject, id: String(customerId) },
      before: null,
      after: { question: text },
      flag,
    });
    return { id };
  });
  publishPerson(shop, customerId);
  return result;
}

async function findByOperation(
  tx: ShopTransaction,
  shop: string,
  operationId: string,
): Promise<QuestionRow | undefined> {
  const row = registrationQuestions;
  const [found] = await tx
    .select()
    .from(row)
    .where(and(eq(row.shop, shop), eq(row.operationId, operationId)));
  return found;
}

function sameQuestion(earlier: QuestionRow, { customerId, text }: Question): { id: string } {
  if (earlier.customerId === customerId && earlier.text === text) return { id: earlier.id };
  throw keyConflict("question");
}

/** A decision is in progress, or one completed after Shopify was read. */
async function isBeingDecided(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  doneBefore: number,
): Promise<boolean> {
  const row = registrationDecisions;
  const onPerson = and(eq(row.shop, shop), eq(row.customerId, customerId));
  const open = await tx.$count(row, and(onPerson, eq(row.state, "started")));
  return open > 0 || (await countDone(tx, shop, customerId)) !== doneBefore;
}

/** Reads the customer from Shopify. Only a customer who is Pending there can be asked. */
async function readPending(
  tools: DecisionTools,
  { customerId, registration: wanted }: Question,
): Promise<{ customer: CustomerWithMetafields; registration: Registration }> {
  const customer = await readThrough(tools, customerId);
  if (!customer) throw notFound("This customer no longer exists. The row was removed from the list.");
  const registration = chooseRegistration(tools.actor, customer.tags, wanted);
  const status = registrationStatus(customer.tags, registration);
  if (status !== "pending") {
    const person = { id: customerId, name: customer.displayName };
    throw await otherStatus(tools.shop, person, { registration, status, expected: "pending" });
  }
  if (!isMailAddress(customer.defaultEmailAddress?.emailAddress ?? "")) {
    throw badRequest(
      `${customer.displayName} has no valid email address, so they can't get a question. Correct the address in the Shopify admin, or decide without asking.`,
    );
  }
  return { customer, registration };
}

/**
 * Returns a customer who was asked to Pending: closes the question and cancels its email unless it was sent. A repetition changes
 * nothing.
 * @returns the state of the email, or null when the question had been withdrawn before, and whether the registration is Pending now
 * @throws 403 without the flag of this kind of registration, 404 for an unknown question, 409 when there was a decision since
 */
export async function withdrawQuestion(
  { shop, actor, clock }: Pick<DecisionTools, "shop" | "actor" | "clock">,
  questionId: string,
): Promise<{ customerId: number; mail: DecisionMails["earlier"]; isPending: boolean }> {
  const outcome = await withShop(shop, async (tx) => {
    const row = registrationQuestions;
    const [question] = await tx
      .select()
      .from(row)
      .where(and(eq(row.shop, shop), eq(row.id, questionId)));
    if (!question) throw notFound("There is no such question.");
    const { customerId } = question;
    const { flag } = REGISTRATIONS[question.registration as Registration];
    if (!mayUse(actor, flag)) throw forbidden();
    if (question.closedByDecision || (await isDecidedSince(tx, question))) {
      const { decidedByName = "Someone" } = (await lastDone(tx, shop, customerId)) ?? {};
      throw conflict(`${decidedByName} has decided on this customer since. Undo that decision instead.`);
    }
    if (question.state === "closed")
      return { customerId, mail: null, isPending: await isPending(tx, question) };
    await lockCustomer(tx.$client, shop, customerId);
    // A concurrent request may have closed it.
    if ((await closeQuestion(tx, shop, customerId, clock.now())) !== questionId)
      throw conflict("Someone else was faster. The list has been updated.");
    const mail = await recallMail(tx, shop, { question: questionId });
    await recordAudit(tx, shop, questionWithdrawn, {
      actor,
      subject: { type: customerSubject, id: String(customerId) },
      before: { question: question.text },
      after: mail && { email: mail },
      flag,
    });
    return { customerId, mail, isPending: await isPending(tx, question) };
  });
  publishPerson(shop, outcome.customerId);
  return outcome;
}

/** A decision that canceled the question's email isn't stored with the question. */
async function isDecidedSince(
  tx: ShopTransaction,
  { shop, customerId, state, askedAt }: QuestionRow,
): Promise<boolean> {
  if (state === "open") return false;
  const last = await lastDone(tx, shop, customerId);
  return last !== undefined && last.startedAt > askedAt && last.toStatus !== "pending";
}

/** Whether the mirror has the question's registration as Pending. */
async function isPending(
  tx: ShopTransaction,
  { shop, customerId, registration }: QuestionRow,
): Promise<boolean> {
  const { rows } = await tx.$client.query<Record<Registration, string | null>>(
    "SELECT student_status AS student, staff_status AS staff FROM customers_of_shop WHERE shop = $1 AND id = $2",
    [shop, customerId],
  );
  return rows[0]?.[registration as Registration] === "pending";
}
