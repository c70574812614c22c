import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "~/domain/audit/record.server";
import { readPace, writePace } from "~/domain/mail/pace.server";
import { queueRendered } from "~/domain/mail/queue.server";
import { placeholderProblem, renderMail, type Wording } from "~/domain/mail/render";
import { type OwnSender, readOwnSender, writeOwnSender } from "~/domain/mail/sender.server";
import { findStop, stoppedText } from "~/domain/mail/stops.server";
import { mailTexts } from "~/domain/mail/tables.server";
import { examplesOf, MAIL_TEXTS, type MailTextId, placeholdersOf } from "~/domain/mail/texts";
import { findOwnWording, readWording } from "~/domain/mail/wording.server";
import type { CallContext } from "~/platform/contract/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";

/** Keeps in whose name mails go out. */
export async function saveSender(context: CallContext, wanted: OwnSender): Promise<{ changed: boolean }> {
  return change(context, "mail.sender changed", async (tx, shop) => {
    const before = await readOwnSender(tx, shop);
    await writeOwnSender(tx, shop, wanted, context.administrator.id);
    return { before, after: wanted };
  });
}

/** Keeps how many mails leave in a minute at most; null for as many as the mail server takes. */
export async function savePace(
  context: CallContext,
  perMinute: number | null,
): Promise<{ changed: boolean }> {
  return change(context, "mail.pace changed", async (tx, shop) => {
    const before = await readPace(tx, shop);
    await writePace(tx, shop, perMinute, context.administrator.id);
    return { before: shownPace(before), after: shownPace(perMinute) };
  });
}

const shownPace = (perMinute: number | null) => ({
  "mails per minute": perMinute === null ? "no limit" : String(perMinute),
});

/**
 * Keeps a text in the shop's own words; words that are those of Backroom are no own ones.
 * @throws 400, with the message at its field, for a placeholder that this mail does not know
 */
export async function saveText(
  context: CallContext,
  id: MailTextId,
  wording: Wording,
): Promise<{ changed: boolean }> {
  assertRenderable(id, wording);
  return change(context, "mail.text changed", async (tx, shop) => {
    const before = await readWording(tx, shop, id);
    if (isDefault(id, wording)) {
      await forgetOwn(tx, shop, id);
      return named(id, before, wording);
    }
    const own = { ...wording, changedAt: context.clock.now(), changedBy: context.administrator.id };
    await tx
      .insert(mailTexts)
      .values({ shop, textId: id, ...own })
      .onConflictDoUpdate({ target: [mailTexts.shop, mailTexts.textId], set: own });
    return named(id, before, wording);
  });
}

/** Forgets the shop's own words of a text. */
export async function resetText(context: CallContext, id: MailTextId): Promise<{ changed: boolean }> {
  return change(context, "mail.text changed", async (tx, shop) => {
    const { subject, body } = MAIL_TEXTS[id];
    const before = (await findOwnWording(tx, shop, id)) ?? { subject, body };
    await forgetOwn(tx, shop, id);
    return named(id, before, { subject, body });
  });
}

const isDefault = (id: MailTextId, { subject, body }: Wording) =>
  subject === MAIL_TEXTS[id].subject && body === MAIL_TEXTS[id].body;

const forgetOwn = (tx: ShopTransaction, shop: string, id: MailTextId) =>
  tx.delete(mailTexts).where(and(eq(mailTexts.shop, shop), eq(mailTexts.textId, id)));

/**
 * Sends a wording with example values to whoever asks, whether it is saved or not.
 * @throws 400 for a placeholder that this mail does not know, and when their own address takes no mail
 */
export async function sendTest(
  { shop: { domain, name: shopName }, administrator }: CallContext,
  id: MailTextId,
  wording: Wording,
  operationId: string = randomUUID(),
): Promise<{ id: string; to: string }> {
  assertRenderable(id, wording);
  const text = MAIL_TEXTS[id];
  const rendered = renderMail(wording, { ...examplesOf(text), shop: shopName }, placeholdersOf(text));
  const { name, email } = administrator;
  const mailId = await withShop(domain, async (tx) => {
    const stop = await findStop(tx, domain, email);
    if (stop) throw badRequest(stoppedText(stop.reason));
    const key = `test:${administrator.id}:${operationId}`;
    const mail = { key, to: { email, name }, text: id };
    return queueRendered(tx, domain, mail, { ...rendered, subject: `[Test] ${rendered.subject}` });
  });
  publishChange(domain, "signed-in", { list: "mail" });
  return { id: mailId, to: email };
}

function assertRenderable(id: MailTextId, { subject, body }: Wording): void {
  const placeholders = placeholdersOf(MAIL_TEXTS[id]);
  const problems = {
    subject: placeholderProblem(subject, placeholders, "subject"),
    body: placeholderProblem(body, placeholders, "text"),
  };
  const fieldErrors = Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const [first] = Object.values(fieldErrors);
  if (first) throw badRequest(first, fieldErrors);
}

const named = (id: MailTextId, before: Wording, after: Wording) => ({
  before: { mail: MAIL_TEXTS[id].name, ...before },
  after: { mail: MAIL_TEXTS[id].name, ...after },
});

interface Change {
  before: Record<string, string>;
  after: Record<string, string>;
}

/** Makes a change and writes it down, unless it came to nothing. */
async function change(
  { shop: { domain }, administrator }: CallContext,
  action: "mail.text changed" | "mail.sender changed" | "mail.pace changed",
  make: (tx: ShopTransaction, shop: string) => Promise<Change>,
): Promise<{ changed: boolean }> {
  const changed = await withShop(domain, async (tx) => {
    // Two owners who save together take turns; else an entry could tell a "before" that never was.
    await tx.execute(sql`SELECT 1 FROM shops WHERE shop = ${domain} FOR UPDATE`);
    const { before, after } = await make(tx, domain);
    if (JSON.stringify(before) === JSON.stringify(after)) return false;
    const subject = { type: "shop" as const, id: domain };
    await recordAudit(tx, domain, { action, actor: administrator, subject, before, after });
    return true;
  });
  if (changed) publishChange(domain, "owner", { list: "settings" });
  return { changed };
}
