import { and, eq } from "drizzle-orm";
import { recordAudit } from "~/domain/audit/record.server";
import { mayUse } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, forbidden, notFound } from "~/platform/errors";
import type { DecisionMails, DecisionTools } from "../decision";
import { recallMail } from "../decision-mail.server";
import { publishPerson } from "../read-through.server";
import { REGISTRATIONS, type Registration } from "../status";
import { registrationQuestions } from "../tables.server";
import { closeQuestion } from "./question-record.server";

/**
 * Puts somebody who waits back to Pending: the question is closed and its mail is stopped, if it is not on its way yet. A
 * repetition changes nothing.
 * @returns what became of the mail; null when the question had been withdrawn before
 * @throws 403 without the flag of this kind of registration, 404 for an unknown question, 409 when somebody decided meanwhile
 */
export async function withdrawQuestion(
  { shop, actor, clock }: Pick<DecisionTools, "shop" | "actor" | "clock">,
  questionId: string,
): Promise<{ customerId: number; mail: DecisionMails["earlier"] }> {
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
    if (question.closedByDecision)
      throw conflict("Somebody has decided on this person since. Take that decision back instead.");
    if (question.state === "closed") return { customerId, mail: null };
    // Somebody else may have closed it at this moment; then there is nothing left to do.
    if ((await closeQuestion(tx, shop, customerId, clock.now())) !== questionId)
      throw conflict("Somebody else was first. The list has been brought up to date.");
    const mail = await recallMail(tx, shop, { question: questionId });
    await recordAudit(tx, shop, {
      action: "registration.question withdrawn",
      actor,
      subject: { type: "customer", id: String(customerId) },
      before: { question: question.text },
      after: mail && { "e-mail": mail },
      flag,
    });
    return { customerId, mail };
  });
  publishPerson(shop, outcome.customerId);
  return outcome;
}
