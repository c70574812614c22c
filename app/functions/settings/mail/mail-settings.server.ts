import { implement } from "@orpc/server";
import { readPace } from "~/domain/mail/pace.server";
import { wordingProblem } from "~/domain/mail/render";
import { readOwnSender, readSender } from "~/domain/mail/sender.server";
import { findMailText, MAIL_TEXT_IDS, type MailTextId, placeholdersOf } from "~/domain/mail/texts";
import { findOwnWording } from "~/domain/mail/wording.server";
import type { CallContext } from "~/platform/contract/context.server";
import { door } from "~/platform/contract/door.server";
import { withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { resetText, savePace, saveSender, saveText, sendTest } from "./change.server";
import { type EditedText, type MailSettings, mailSettingsContract } from "./contract";

const calls = implement(mailSettingsContract).$context<CallContext>().use(door);

/** The calls of the pages under Settings that are about mail. */
export const mailSettingsRouter = calls.router({
  read: calls.read.handler(({ context }) => readMailSettings(context)),
  saveSender: calls.saveSender.handler(({ input, context }) => saveSender(context, input)),
  savePace: calls.savePace.handler(({ input, context }) => savePace(context, input.perMinute)),
  text: calls.text.handler(({ input, context }) => readText(context, input.id)),
  saveText: calls.saveText.handler(({ input: { id, ...wording }, context }) =>
    saveText(context, id, wording),
  ),
  resetText: calls.resetText.handler(({ input, context }) => resetText(context, input.id)),
  sendTest: calls.sendTest.handler(({ input: { id, operationId, ...wording }, context }) =>
    sendTest(context, id, wording, operationId),
  ),
});

async function readMailSettings({ shop: { domain } }: CallContext): Promise<MailSettings> {
  return withShop(domain, async (tx) => {
    const texts: MailSettings["texts"] = [];
    for (const id of MAIL_TEXT_IDS) {
      const text = declared(id);
      const { name, when } = text;
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
  id: MailTextId,
): Promise<EditedText> {
  const text = declared(id);
  const own = await withShop(domain, (tx) => findOwnWording(tx, domain, id));
  return {
    id,
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

function declared(id: MailTextId) {
  const text = findMailText(id);
  if (!text) throw notFound("There is no such text.");
  return text;
}
