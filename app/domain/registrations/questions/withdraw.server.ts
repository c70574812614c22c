import { and, eq } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import { customerSubject } from "~/domain/customers/audit.server";
import { lockCustomer } from "~/domain/customers/read-tags.server";
import { mayUse } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, forbidden, notFound } from "~/platform/errors";
import { questionWithdrawn } from "../audit.server";
import type { DecisionMails, DecisionTools } from "../decision";
import { recallMail } from "../decision-mail.server";
import { lastDone } from "../decision-record.server";
import { REGISTRATIONS, type Registration } from "../status";
import { publishPerson } from "../status-tags.server";
import { registrationQuestions } from "../tables.server";
import { closeQuestion, type QuestionRow } from "./question-record.server";

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
    if (question.closedByDecision || (await isDecidedSince(tx, question)))
      throw conflict("Someone has decided on this customer since. Undo that decision instead.");
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
