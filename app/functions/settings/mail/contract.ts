import { z } from "zod";
import { declaredName } from "~/core/declared-name";
import { call } from "~/platform/contract/call";
import { isMailAddress, oneLine } from "~/platform/mail-address";
import { cleanIdentifier } from "~/platform/text/identifier";
import { MAX_BODY_LENGTH, MAX_PER_MINUTE, MAX_SUBJECT_LENGTH } from "./limits";

const id = declaredName("mailTexts");

const wording = {
  subject: z
    .string("is missing")
    .trim()
    .min(1, "must not be empty")
    .max(MAX_SUBJECT_LENGTH, `must be at most ${MAX_SUBJECT_LENGTH} characters`)
    .refine((text) => text === oneLine(text), "must be one line"),
  body: z
    .string("is missing")
    // Forms send line breaks as CR LF.
    .transform((text) => text.replace(/\r\n?/g, "\n").trim())
    .pipe(
      z
        .string()
        .min(1, "must not be empty")
        .max(MAX_BODY_LENGTH, `must be at most ${MAX_BODY_LENGTH} characters`),
    ),
};

const addressOrEmpty = z
  .string()
  .overwrite(cleanIdentifier)
  .refine((text) => text === "" || isMailAddress(text), "must be exactly one email address, or empty");

const sender = z.object({
  name: z
    .string()
    .trim()
    .max(100, "must be at most 100 characters")
    .refine((text) => text === oneLine(text), "must be one line"),
  email: addressOrEmpty,
  replyTo: addressOrEmpty,
});

/** What the form showed: 409 when something else is stored. */
export const seenSender = z.object({ name: z.string(), email: z.string(), replyTo: z.string() });
export const seenPace = z.number().nullable();
export const seenWording = z.object({ subject: z.string(), body: z.string() });

const perMinute = z
  .number("must be a whole number, or null")
  .int("must be a whole number")
  .min(1, "must be 1 or more. Leave it empty for no limit")
  .max(
    MAX_PER_MINUTE,
    `must be at most ${MAX_PER_MINUTE.toLocaleString("en-US")}. Leave it empty for no limit`,
  )
  .nullable();

const mailbox = z.object({ email: z.string(), name: z.string().optional() });

const textSummary = z.object({
  id: z.string(),
  name: z.string(),
  when: z.string(),
  /** The shop has its own text. */
  isOwn: z.boolean(),
  /** The error in the stored text, as a sentence. Null when it is valid. */
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
  /** The owner's input. Empty fields mean the default. */
  own: sender,
  /** The current sender. Null without any address. */
  sender: z.object({ from: mailbox, replyTo: z.string().optional() }).nullable(),
  /** Whether the installation has a mail server. */
  hasServer: z.boolean(),
  /** The rate limit per minute. Null: as fast as the mail server accepts emails. */
  perMinute,
  texts: z.array(textSummary),
});
export type MailSettings = z.infer<typeof settings>;

/** The calls of the email pages under Settings. */
export const mailSettingsContract = {
  read: call("owner")
    .route({ method: "GET", path: "/settings/mail", summary: "The sender of emails, and their texts" })
    .output(settings),
  saveSender: call("owner")
    .route({ method: "PUT", path: "/settings/mail/sender", summary: "Set the sender of emails" })
    .input(sender.extend({ seen: seenSender.optional() }))
    .output(z.object({ changed: z.boolean() })),
  savePace: call("owner")
    .route({ method: "PUT", path: "/settings/mail/pace", summary: "Set the rate limit for emails" })
    .input(z.object({ perMinute, seen: seenPace.optional() }))
    .output(z.object({ changed: z.boolean() })),
  text: call("owner")
    .route({
      method: "GET",
      path: "/settings/mail/texts/{id}",
      summary: "An email's text and its placeholders",
    })
    .input(z.object({ id }))
    .output(text),
  saveText: call("owner")
    .route({ method: "PUT", path: "/settings/mail/texts/{id}", summary: "Replace an email's text" })
    .input(z.object({ id, ...wording, seen: seenWording.optional() }))
    .output(z.object({ changed: z.boolean() })),
  resetText: call("owner")
    .route({
      method: "DELETE",
      path: "/settings/mail/texts/{id}",
      summary: "Reset an email's text to the default",
    })
    .input(z.object({ id }))
    .output(z.object({ changed: z.boolean() })),
  sendTest: call("owner")
    .route({
      method: "POST",
      path: "/settings/mail/texts/{id}/test",
      summary: "Send yourself a text with example values, without saving it",
    })
    .input(z.object({ id, ...wording, operationId: z.string().min(8).max(100).optional() }))
    .output(z.object({ id: z.string(), to: z.string() })),
};
