import { and, desc, eq } from "drizzle-orm";
import type { AttachmentDefinition } from "~/core/attachments/attachment-definition";
import { recordAudit } from "~/core/audit/record-audit.server";
import { defineRequest, type OpenRequest } from "~/core/requests/define-request.server";
import { MAX_LISTED } from "~/core/requests/limits";
import { linkUntil } from "~/core/requests/links.server";
import { readLastMessage, storeMessage } from "~/core/requests/messages.server";
import { customerSubject } from "~/domain/customers/audit.server";
import { lockCustomer } from "~/domain/customers/read-tags.server";
import type { Shop } from "~/platform/auth/shops.server";
import { formatZonedDateTime } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { isMailAddress } from "~/platform/mail-address";
import { questionAnswered } from "../audit.server";
import { REGISTRATION_FLAGS, REGISTRATIONS, type Registration, type RegistrationTab } from "../status";
import { publishPerson } from "../status-tags.server";
import { registrationQuestions } from "../tables.server";
import { type QuestionRow, REGISTRATION_REQUEST } from "./question-record.server";

/** The audit log's actor: customers aren't signed in. */
const CUSTOMER = { id: "visitor", name: "A customer" };

const CLOSED = "Your registration has been decided on, or we no longer need an answer. Nothing was sent.";

/** What a customer sends with the answer to a question. Each file requires the flag of its kind of registration. */
const proofAttachment: AttachmentDefinition = {
  name: "registration proof",
  types: ["image/jpeg", "image/png", "application/pdf"],
  maxMegabytes: 10,
  permission: REGISTRATION_FLAGS,
  origin: "people",
};

const WITHDRAWAL = "The customer no longer wants to register.";

/** A question about a registration, for its customer: what is asked, the status, and the answer with a proof. */
export const registrationRequest = defineRequest({
  ...REGISTRATION_REQUEST,
  upload: proofAttachment,
  async open(tx, shop, subjectId, now) {
    const question = await findQuestion(tx, shop.domain, subjectId);
    if (!question) return undefined;
    const customer = await readCustomer(tx, question);
    if (!customer?.email || !isMailAddress(customer.email)) return undefined;
    return requestOf(tx, shop, question, { ...customer, email: customer.email }, now);
  },

  async answer(tx, { domain }, subjectId, { text, attachmentId }) {
    await recordAnswer(tx, await lockQuestion(tx, domain, subjectId), {
      answer: text,
      ...(attachmentId && { file: "Sent" }),
    });
    return {};
  },

  async ofCustomer(tx, { domain }, { id }) {
    const row = registrationQuestions;
    const found = await tx
      .select({ id: row.id })
      .from(row)
      .where(and(eq(row.shop, domain), eq(row.customerId, id)))
      .orderBy(desc(row.askedAt))
      .limit(MAX_LISTED);
    return found.map((question) => question.id);
  },

  actions: {
    withdraw: ({ domain }, subjectId, now) =>
      withShop(domain, async (tx) => {
        const question = await lockQuestion(tx, domain, subjectId);
        const { customerId } = question;
        const message = {
          author: "customer" as const,
          text: WITHDRAWAL,
          operationId: "withdraw",
          customerId,
        };
        const subject = { kind: REGISTRATION_REQUEST, subjectId };
        if (await storeMessage(tx, domain, subject, { ...message, at: now }))
          await recordAnswer(tx, question, { answer: WITHDRAWAL });
      }),
  },

  async publish({ domain }, subjectId) {
    const question = await withShop(domain, (tx) => findQuestion(tx, domain, subjectId));
    if (question) publishPerson(domain, question.customerId);
  },
});

const isQuestion = (shop: string, id: string) =>
  and(eq(registrationQuestions.shop, shop), eq(registrationQuestions.id, id));

async function findQuestion(tx: ShopTransaction, shop: string, id: string): Promise<QuestionRow | undefined> {
  const [question] = await tx.select().from(registrationQuestions).where(isQuestion(shop, id));
  return question;
}

/** @throws 409 for a question that takes no answer any longer */
async function lockQuestion(tx: ShopTransaction, shop: string, id: string): Promise<QuestionRow> {
  const question = await findQuestion(tx, shop, id);
  if (!question) throw conflict(CLOSED);
  // As a decision does: the customer, then the question.
  await lockCustomer(tx.$client, shop, question.customerId);
  const current = await findQuestion(tx, shop, id);
  if (current?.state !== "open") throw conflict(CLOSED);
  return current;
}

const recordAnswer = (
  tx: ShopTransaction,
  { shop, customerId, registration }: QuestionRow,
  after: { answer: string; file?: string },
): Promise<void> =>
  recordAudit(tx, shop, questionAnswered, {
    actor: CUSTOMER,
    subject: { type: customerSubject, id: String(customerId) },
    before: null,
    after,
    flag: REGISTRATIONS[registration as Registration].flag,
  });

interface QuestionedCustomer {
  email: string | null;
  displayName: string;
  status: RegistrationTab | null;
}

async function readCustomer(
  tx: ShopTransaction,
  { shop, customerId, registration }: QuestionRow,
): Promise<QuestionedCustomer | undefined> {
  const { rows } = await tx.$client.query<QuestionedCustomer & Record<Registration, RegistrationTab | null>>(
    `SELECT email, display_name AS "displayName", student_status AS student, staff_status AS staff
       FROM customers_of_shop WHERE shop = $1 AND id = $2`,
    [shop, customerId],
  );
  const [customer] = rows;
  return customer && { ...customer, status: customer[registration as Registration] };
}

/** The status in the customer's words. */
const STATUSES: Record<RegistrationTab, string> = {
  pending: "In review",
  waiting: "In review",
  approved: "Approved",
  disabled: "Not accepted",
};

async function requestOf(
  tx: ShopTransaction,
  shop: Shop,
  question: QuestionRow,
  { email, displayName, status }: QuestionedCustomer & { email: string },
  now: Date,
): Promise<OpenRequest> {
  const { noun, flag } = REGISTRATIONS[question.registration as Registration];
  const isOpen = question.state === "open";
  const subject = { kind: REGISTRATION_REQUEST, subjectId: question.id };
  const last = await readLastMessage(tx, shop.domain, subject);
  const shown = (at: Date) => formatZonedDateTime(at, shop.timeZone);
  const [text, since] = isOpen
    ? last
      ? (["We got your answer, and check it", last.at] as const)
      : (["We need your answer", question.askedAt] as const)
    : [status ? STATUSES[status] : "Ended", question.closedAt];
  return {
    title: `Your registration as a ${noun.one}`,
    facts: [
      { label: "Status", value: since ? `${text}, since ${shown(since)}` : text },
      { label: "We asked", value: question.text },
    ],
    answer: isOpen
      ? {
          text: "Message",
          file: `Proof (a photo or a PDF, up to ${proofAttachment.maxMegabytes} MB)`,
          button: last ? "Send more" : "Send",
        }
      : undefined,
    actions: isOpen
      ? [
          {
            name: "withdraw",
            label: "I no longer want to register",
            warning: `We tell ${shop.name}, who then ends your registration.`,
          },
        ]
      : [],
    to: { email, name: displayName, customerId: question.customerId },
    access: { flag },
    linkUntil: linkUntil(now),
  };
}
