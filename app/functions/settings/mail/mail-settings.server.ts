import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { assertDeclared } from "~/core/declared-name";
import { guard } from "~/core/guard.server";
import { type MailText, placeholdersOf } from "~/core/mail/mail-text";
import { readPace } from "~/core/mail/pace.server";
import { findOwnWording } from "~/core/mail/read-wording.server";
import { wordingProblem } from "~/core/mail/render";
import { readOwnSender, readSender } from "~/core/mail/sender.server";
import { withShop } from "~/platform/db/with-shop.server";
import { resetText, savePace, saveSender, saveText, sendTest } from "./change.server";
import { type EditedText, type MailSettings, mailSettingsContract } from "./contract";

const calls = implement(mailSettingsContract).$context<CallContext>().use(guard);

/** The calls of the email pages under Settings. */
export const mailSettingsRouter = calls.router({
  read: calls.read.handler(({ context }) => readMailSettings(context)),
  saveSender: calls.saveSender.handler(({ input: { seen, ...sender }, context }) =>
    saveSender(context, sender, seen),
  ),
  savePace: calls.savePace.handler(({ input, context }) => savePace(context, input.perMinute, input.seen)),
  text: calls.text.handler(({ input, context }) => readText(context, findText(context, input.id))),
  saveText: calls.saveText.handler(({ input: { id, seen, ...wording }, context }) =>
    saveText(context, findText(context, id), wording, seen),
  ),
  resetText: calls.resetText.handler(({ input, context }) => resetText(context, findText(context, input.id))),
  sendTest: calls.sendTest.handler(({ input: { id, operationId, ...wording }, context }) =>
    sendTest(context, findText(context, id), wording, operationId),
  ),
});

async function readMailSettings({ shop: { domain }, declarations }: CallContext): Promise<MailSettings> {
  return withShop(domain, async (tx) => {
    const texts: MailSettings["texts"] = [];
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
): Promise<EditedText> {
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
