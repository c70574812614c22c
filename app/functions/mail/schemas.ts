import { z } from "zod";
import { MAIL_STATES } from "~/core/mail/mail-text";

export const id = z.uuid("must be the id of an email");

/** Instant, ISO 8601. */
const instant = z.string();

export const mail = z.object({
  id: z.string(),
  createdAt: instant,
  to: z.object({ email: z.string(), name: z.string() }),
  /** The name of its text, as the settings show it. */
  kind: z.string(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  /** Why it wasn't sent, or not yet. */
  problem: z.string(),
});

export type MailRow = z.infer<typeof mail>;

export const mailDetail = mail.extend({
  text: z.string(),
  html: z.string(),
  attempts: z.number().int(),
  messageId: z.string(),
  nextAttemptAt: instant.nullable(),
  endedAt: instant.nullable(),
  customer: z.object({ id: z.string(), url: z.string() }).nullable(),
  /** It has a personal link, which is inserted only while it is sent. */
  hasPersonalLink: z.boolean(),
  /** Its address is blocked after a bounce. */
  isStopped: z.boolean(),
});

export type MailDetail = z.infer<typeof mailDetail>;
