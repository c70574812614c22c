import { z } from "zod";
import { declaredName } from "~/core/declared-name";
import { isMailAddress, oneLine } from "~/platform/mail-address";
import { cleanIdentifier } from "~/platform/text/identifier";
import { MAX_PER_MINUTE } from "./limits";

export const id = declaredName("mailTexts");

const addressOrEmpty = z
  .string()
  .overwrite(cleanIdentifier)
  .refine((text) => text === "" || isMailAddress(text), "must be exactly one email address, or empty");

export const sender = z.object({
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

export const perMinute = z
  .number("must be a whole number, or null")
  .int("must be a whole number")
  .min(1, "must be 1 or more. Leave blank for no limit")
  .max(MAX_PER_MINUTE, `must be at most ${MAX_PER_MINUTE.toLocaleString("en-US")}. Leave blank for no limit`)
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

export const text = textSummary.extend({
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

export const settings = z.object({
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
