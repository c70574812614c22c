import { z } from "zod";
import { MAIL_STATES } from "~/domain/mail/states";
import { call } from "~/platform/contract/call";
import { pageOf, pageRequest } from "~/platform/contract/page";
import { MAIL_TABS } from "./states";

const id = z.uuid("must be the id of a mail");
/** Instant, ISO 8601. */
const instant = z.string();

const mail = z.object({
  id: z.string(),
  createdAt: instant,
  to: z.object({ email: z.string(), name: z.string() }),
  /** What kind of mail it is, in the words of the settings. */
  kind: z.string(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  /** Why it was not sent, or not yet. */
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
  /** It carries a personal link, which is put in only while it is sent. */
  hasPersonalLink: z.boolean(),
  /** Nothing is sent to its address, because a mail came back. */
  isStopped: z.boolean(),
});
export type MailDetail = z.infer<typeof mailDetail>;

/** The calls of the Mail page. One sees the mails of the functions that one may open, the owner all of the shop. */
export const mailContract = {
  list: call("signed-in")
    .route({ method: "GET", path: "/mail", summary: "A page of the mails that were asked for, newest first" })
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
      summary: "One mail as it was written, and what became of it",
    })
    .input(z.object({ id }))
    .output(mailDetail),
  sendAgain: call("signed-in")
    .route({
      method: "POST",
      path: "/mail/send-again",
      summary: "Send mails once more that bounced or were given up",
    })
    .input(z.object({ ids: z.array(id).min(1, "must name a mail").max(100, "must be at most 100 mails") }))
    .output(
      z.object({
        queued: z.array(z.string()),
        /** Those that cannot be, each with the reason in a sentence. */
        refused: z.array(z.object({ id: z.string(), why: z.string() })),
      }),
    ),
  allow: call("signed-in")
    .route({
      method: "POST",
      path: "/mail/{id}/allow",
      summary: "Let mails go to this mail's address again, after one came back",
    })
    .input(z.object({ id }))
    .output(z.object({ allowed: z.boolean() })),
};
