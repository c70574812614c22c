import { z } from "zod";
import { MAIL_TEXT_IDS } from "~/domain/mail/texts";
import { call } from "~/platform/contract/call";
import { isMailAddress, oneLine } from "~/platform/mail-address";
import { BODY_MOST, MOST_PER_MINUTE, SUBJECT_MOST } from "./limits";

const id = z.enum(MAIL_TEXT_IDS, `must be one of: ${MAIL_TEXT_IDS.join(", ")}`);

const wording = {
  subject: z
    .string("is missing")
    .trim()
    .min(1, "must not be empty")
    .max(SUBJECT_MOST, `must be at most ${SUBJECT_MOST} characters`)
    .refine((text) => text === oneLine(text), "must be one line"),
  body: z
    .string("is missing")
    // Forms send line breaks as CR LF.
    .transform((text) => text.replace(/\r\n?/g, "\n").trim())
    .pipe(z.string().min(1, "must not be empty").max(BODY_MOST, `must be at most ${BODY_MOST} characters`)),
};

const addressOrEmpty = z
  .string()
  .trim()
  .refine((text) => text === "" || isMailAddress(text), "must be exactly one e-mail address, or empty");

const sender = z.object({
  name: z
    .string()
    .trim()
    .max(100, "must be at most 100 characters")
    .refine((text) => text === oneLine(text), "must be one line"),
  email: addressOrEmpty,
  replyTo: addressOrEmpty,
});

const perMinute = z
  .number("must be a whole number, or null")
  .int("must be a whole number")
  .min(1, "must be 1 or more; leave it empty for no limit")
  .max(
    MOST_PER_MINUTE,
    `must be at most ${MOST_PER_MINUTE.toLocaleString("en-US")}; leave it empty for no limit`,
  )
  .nullable();

const mailbox = z.object({ email: z.string(), name: z.string().optional() });

const textSummary = z.object({
  id: z.string(),
  name: z.string(),
  when: z.string(),
  /** The shop has its own words. */
  isOwn: z.boolean(),
  /** What is wrong with the words as they are kept, in a sentence; null when nothing is. */
  fault: z.string().nullable(),
});

const text = textSummary.extend({
  subject: z.string(),
  body: z.string(),
  placeholders: z.array(
    z.object({
      name: z.string(),
      meaning: z.string(),
      example: z.string(),
      isLink: z.boolean(),
    }),
  ),
});
export type EditedText = z.infer<typeof text>;

const settings = z.object({
  /** What the owner has entered; empty fields mean the default. */
  own: sender,
  /** In whose name mails go out now; null when there is no address at all. */
  sender: z.object({ from: mailbox, replyTo: z.string().optional() }).nullable(),
  /** Whether the installation has a mail server. */
  hasServer: z.boolean(),
  /** How many mails leave in a minute at most; null: as fast as the mail server takes them. */
  perMinute,
  texts: z.array(textSummary),
});
export type MailSettings = z.infer<typeof settings>;

/** The calls of the pages under Settings that are about mail. */
export const mailSettingsContract = {
  read: call("owner")
    .route({ method: "GET", path: "/settings/mail", summary: "The sender of mails, and their texts" })
    .output(settings),
  saveSender: call("owner")
    .route({ method: "PUT", path: "/settings/mail/sender", summary: "Set in whose name mails go out" })
    .input(sender)
    .output(z.object({ changed: z.boolean() })),
  savePace: call("owner")
    .route({ method: "PUT", path: "/settings/mail/pace", summary: "Set how many mails leave in a minute" })
    .input(z.object({ perMinute }))
    .output(z.object({ changed: z.boolean() })),
  text: call("owner")
    .route({
      method: "GET",
      path: "/settings/mail/texts/{id}",
      summary: "A mail's text, and what it may hold",
    })
    .input(z.object({ id }))
    .output(text),
  saveText: call("owner")
    .route({ method: "PUT", path: "/settings/mail/texts/{id}", summary: "Write a mail's text anew" })
    .input(z.object({ id, ...wording }))
    .output(z.object({ changed: z.boolean() })),
  resetText: call("owner")
    .route({
      method: "DELETE",
      path: "/settings/mail/texts/{id}",
      summary: "Go back to a mail's text as Backroom brings it",
    })
    .input(z.object({ id }))
    .output(z.object({ changed: z.boolean() })),
  sendTest: call("owner")
    .route({
      method: "POST",
      path: "/settings/mail/texts/{id}/test",
      summary: "Send a wording with example values to oneself, without saving it",
    })
    .input(z.object({ id, ...wording, operationId: z.string().min(8).max(100).optional() }))
    .output(z.object({ id: z.string(), to: z.string() })),
};
