import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { attachments } from "~/core/attachments/tables.server";
import type { CallContext } from "~/core/context.server";
import { requestMessages } from "~/core/requests/tables.server";
import { mayUse } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import { REGISTRATIONS, type Registration } from "../status";
import { registrationQuestions } from "../tables.server";
import { REGISTRATION_REQUEST } from "./question-record.server";

const MAX_ANSWERS_SHOWN = 50;

/** What a customer answered, newest first, about the kinds of registration that the administrator may see. */
export async function listAnswers(
  { shop: { domain }, administrator }: CallContext,
  customerId: number,
): Promise<{ list: RegistrationAnswer[] }> {
  const rows = await withShop(domain, (tx) =>
    tx
      .select({
        message: requestMessages,
        question: registrationQuestions.text,
        registration: registrationQuestions.registration,
        file: attachments,
      })
      .from(requestMessages)
      .innerJoin(
        registrationQuestions,
        and(
          eq(registrationQuestions.shop, requestMessages.shop),
          sql`${registrationQuestions.id}::text = ${requestMessages.subjectId}`,
        ),
      )
      .leftJoin(
        attachments,
        and(eq(attachments.shop, requestMessages.shop), eq(attachments.id, requestMessages.attachmentId)),
      )
      .where(
        and(
          eq(requestMessages.shop, domain),
          eq(requestMessages.customerId, customerId),
          eq(requestMessages.kind, REGISTRATION_REQUEST.name),
          eq(registrationQuestions.customerId, customerId),
        ),
      )
      .orderBy(desc(requestMessages.id))
      .limit(MAX_ANSWERS_SHOWN),
  );
  const visible = rows.filter(({ registration }) =>
    mayUse(administrator, REGISTRATIONS[registration as Registration].flag),
  );
  return {
    list: visible.map(({ message: { id, text, at }, question, file }) => ({
      id,
      question,
      text,
      at: at.toISOString(),
      file: file && {
        id: file.id,
        name: file.name,
        contentType: file.contentType,
        hasThumbnail: file.thumbnailSize !== null,
        state: file.state,
        problem: file.problem,
      },
    })),
  };
}

/** An answer of a customer to a question about their registration. Instants are ISO 8601. */
export const answer = z.object({
  id: z.number().int(),
  question: z.string(),
  text: z.string(),
  at: z.string(),
  /** The file that was sent. Null without one, and when it was erased. */
  file: z
    .object({
      id: z.string(),
      name: z.string(),
      contentType: z.string(),
      hasThumbnail: z.boolean(),
      /** Only one that is ready has bytes. */
      state: z.enum(["waiting", "ready", "failed"]),
      /** Why a failed one can't be read. */
      problem: z.string().nullable(),
    })
    .nullable(),
});

export type RegistrationAnswer = z.infer<typeof answer>;
