import { z } from "zod";
import { testMailServer } from "~/connectors/mail/test-server.server";
import { call } from "~/core/call.server";
import { testStep } from "~/core/connections/define-connection.server";
import type { CallContext } from "~/core/context.server";
import { assertDeclared } from "~/core/declared-name";
import { type MailText, placeholdersOf } from "~/core/mail/mail-text";
import { findOwnWording, readPace } from "~/core/mail/outbox.server";
import { wordingProblem } from "~/core/mail/render";
import { readOwnSender, readSender } from "~/core/mail/sender.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { oneLine } from "~/platform/mail-address";
import * as changes from "./change.server";
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from "./limits";

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

/** The calls of the email pages under Settings. */
export const mailSettingsCalls = {
  read: call("GET /settings/mail", {
    for: "owner",
    summary: "The sender of emails, and their texts",
    output: changes.settings,
    run: (context) => readMailSettings(context),
  }),
  save: call("PUT /settings/mail", {
    for: "owner",
    summary: "Set the sender of emails and their rate limit",
    input: changes.sender.extend({
      perMinute: changes.perMinute,
      seen: z.object({ sender: changes.seenSender, perMinute: changes.seenPace }).optional(),
    }),
    output: z.object({ changed: z.boolean() }),
    run: (context, { seen, perMinute, ...sender }) =>
      changes.saveSettings(context, { sender, perMinute }, seen),
  }),
  saveSender: call("PUT /settings/mail/sender", {
    for: "owner",
    summary: "Set the sender of emails",
    input: changes.sender.extend({ seen: changes.seenSender.optional() }),
    output: z.object({ changed: z.boolean() }),
    run: (context, { seen, ...sender }) => changes.saveSender(context, sender, seen),
  }),
  savePace: call("PUT /settings/mail/pace", {
    for: "owner",
    summary: "Set the rate limit for emails",
    input: z.object({ perMinute: changes.perMinute, seen: changes.seenPace.optional() }),
    output: z.object({ changed: z.boolean() }),
    run: (context, input) => changes.savePace(context, input.perMinute, input.seen),
  }),
  testServer: call("POST /settings/mail/test", {
    for: "owner",
    summary: "Test the connection to the mail server step by step, without sending an email",
    output: z.object({ steps: z.array(testStep) }),
    run: async () => {
      const url = process.env.SMTP_URL;
      if (!url) throw conflict("No mail server is set up. Set SMTP_URL where Backroom runs.");
      return { steps: await testMailServer(url) };
    },
  }),
  text: call("GET /settings/mail/texts/{id}", {
    for: "owner",
    summary: "An email's text and its placeholders",
    input: z.object({ id: changes.id }),
    output: changes.text,
    run: (context, input) => readText(context, findText(context, input.id)),
  }),
  saveText: call("PUT /settings/mail/texts/{id}", {
    for: "owner",
    summary: "Replace an email's text",
    input: z.object({ id: changes.id, ...wording, seen: changes.seenWording.optional() }),
    output: z.object({ changed: z.boolean() }),
    run: (context, { id, seen, ...wording }) =>
      changes.saveText(context, findText(context, id), wording, seen),
  }),
  resetText: call("DELETE /settings/mail/texts/{id}", {
    for: "owner",
    summary: "Reset an email's text to the default",
    input: z.object({ id: changes.id }),
    output: z.object({ changed: z.boolean() }),
    run: (context, input) => changes.resetText(context, findText(context, input.id)),
  }),
  sendTest: call("POST /settings/mail/texts/{id}/test", {
    for: "owner",
    summary: "Send yourself a text with example values, without saving it",
    input: z.object({ id: changes.id, ...wording, operationId: z.string().min(8).max(100).optional() }),
    output: z.object({ id: z.string(), to: z.string() }),
    run: (context, { id, operationId, ...wording }) =>
      changes.sendTest(context, findText(context, id), wording, operationId),
  }),
};

async function readMailSettings({
  shop: { domain },
  declarations,
}: CallContext): Promise<changes.MailSettings> {
  return withShop(domain, async (tx) => {
    const texts: changes.MailSettings["texts"] = [];
    for (const text of declarations.mailTexts.values()) {
      const { id, name, when } = text;
      const own = await findOwnWording(tx, domain, id);
      texts.push({ id, name, when, isOwn: own !== null, fault: own && wordingProblem(own, text) });
    }
    return {
      own: await readOwnSender(tx, domain),
      sender: await readSender(tx, domain),
      perMinute: await readPace(tx, domain),
      hasServer: Boolean(process.env.SMTP_URL),
      texts,
    };
  });
}

async function readText(
  { shop: { domain, name: shopName } }: CallContext,
  text: MailText,
): Promise<changes.EditedText> {
  const own = await withShop(domain, (tx) => findOwnWording(tx, domain, text.id));
  return {
    id: text.id,
    name: text.name,
    when: text.when,
    isOwn: own !== null,
    fault: own && wordingProblem(own, text),
    ...(own ?? { subject: text.subject, body: text.body }),
    placeholders: Object.entries(placeholdersOf(text)).map(
      ([name, { meaning, example, isLink = false }]) => ({
        name,
        meaning,
        example: name === "shop" ? shopName : example,
        isLink,
      }),
    ),
  };
}

/** @throws 400 for an id that no module declares */
function findText({ declarations }: CallContext, id: string): MailText {
  assertDeclared(declarations, "mailTexts", id, "id");
  return declarations.mailTexts.get(id) as MailText;
}
