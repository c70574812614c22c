import { z } from "zod";
import { pageOf, pageRequest } from "~/core/lists/keyset-page";
import { MAIL_STATES } from "~/core/mail/states";
import { call } from "~/platform/contract/call";
import { MAIL_TABS } from "./states";

const id = z.uuid("must be the id of an email");
/** Instant, ISO 8601. */
const instant = z.string();

const mail = z.object({
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

const mailDetail = mail.extend({
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

/** The calls of the Mail page. Administrators see the emails of their functions, and the owner sees all. */
export const mailContract = {
  list: call("signed-in")
    .route({ method: "GET", path: "/mail", summary: "A page of emails, newest first" })
    .input(
      z.object({
        search: z.string().trim().max(254, "must be at most 254 characters").optional(),
        tab: z.enum(MAIL_TABS, `must be one of: ${MAIL_TABS.join(", ")}`).default("all"),
        ...pageRequest,
      }),
    )
    .output(pageOf(mail)),
  detail: call("signed-in")
    .route({
      method: "GET",
      path: "/mail/{id}",
      summary: "An email with its text and delivery state",
    })
    .input(z.object({ id }))
    .output(mailDetail),
  sendAgain: call("signed-in")
    .route({
      method: "POST",
      path: "/mail/send-again",
      summary: "Send emails again that bounced or failed",
    })
    .input(z.object({ ids: z.array(id).min(1, "must name an email").max(100, "must be at most 100 emails") }))
    .output(
      z.object({
        queued: z.array(z.string()),
        /** Those that can't be sent, each with the reason as a sentence. */
        refused: z.array(z.object({ id: z.string(), why: z.string() })),
      }),
    ),
  allow: call("signed-in")
    .route({
      method: "POST",
      path: "/mail/{id}/allow",
      summary: "Allow email to this address again after a bounce",
    })
    .input(z.object({ id }))
    .output(z.object({ allowed: z.boolean() })),
};
