import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { RecordedChange } from "~/core/audit/latest-entry.server";
import { outdatedFormOf } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { declaredName } from "~/core/declared-name";
import { examplesOf, type MailText, placeholdersOf } from "~/core/mail/mail-text";
import { findOwnWording, readPace, readWording, writePace } from "~/core/mail/outbox.server";
import { queueRendered } from "~/core/mail/queue-mail.server";
import { placeholderProblem, renderMail, type Wording } from "~/core/mail/render";
import { type OwnSender, readOwnSender, writeOwnSender } from "~/core/mail/sender.server";
import { findStop, stoppedText } from "~/core/mail/stops.server";
import { mailTexts } from "~/core/mail/tables.server";
import { isOutdated, lockSettings } from "~/core/settings/stored-setting.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { isMailAddress, oneLine } from "~/platform/mail-address";
import { publishChange } from "~/platform/realtime/publish.server";
import { cleanIdentifier } from "~/platform/text/identifier";
import { mailPaceChanged, mailSenderChanged, mailTextChanged } from "../audit.server";
import { MAX_PER_MINUTE } from "./limits";

/** The sender of emails, and the rate limit per minute, or null for none. */
interface Settings {
  sender: OwnSender;
  perMinute: number | null;
}

/**
 * Stores the sender of emails and the rate limit, both or none.
 * @param seen what the change was made from. What doesn't differ from it isn't stored, because it may have been changed since
 * @throws 409 when something else is stored
 */
export const saveSettings = (
  context: CallContext,
  { sender, perMinute }: Settings,
  seen?: Settings,
): Promise<{ changed: boolean }> =>
  change(context, [
    ...(isDeepStrictEqual(sender, seen?.sender) ? [] : [senderChange(context, sender, seen?.sender)]),
    ...(perMinute === seen?.perMinute ? [] : [paceChange(context, perMinute, seen?.perMinute)]),
  ]);

/**
 * Stores the sender of emails.
 * @param seen the sender that the change was made from
 * @throws 409 when another one is stored
 */
export const saveSender = (context: CallContext, sender: OwnSender, seen?: OwnSender) =>
  change(context, [senderChange(context, sender, seen)]);

const senderChange = (context: CallContext, sender: OwnSender, seen?: OwnSender): Change => ({
  action: mailSenderChanged,
  async make(tx, shop) {
    const before = await readOwnSender(tx, shop);
    if (isOutdated(seen, before, sender))
      throw await outdated(tx, context, { action: mailSenderChanged }, "the sender");
    await writeOwnSender(tx, shop, sender, context.administrator.id);
    return { before, after: sender };
  },
});

/**
 * Stores the rate limit per minute, or null for none.
 * @param seen the one that the change was made from
 * @throws 409 when another one is stored
 */
export const savePace = (context: CallContext, perMinute: number | null, seen?: number | null) =>
  change(context, [paceChange(context, perMinute, seen)]);

const paceChange = (context: CallContext, perMinute: number | null, seen?: number | null): Change => ({
  action: mailPaceChanged,
  async make(tx, shop) {
    const before = await readPace(tx, shop);
    if (isOutdated(seen, before, perMinute))
      throw await outdated(tx, context, { action: mailPaceChanged }, "the emails per minute", "them");
    await writePace(tx, shop, perMinute, context.administrator.id);
    return { before: shownPace(before), after: shownPace(perMinute) };
  },
});

const shownPace = (perMinute: number | null) => ({
  "emails per minute": perMinute === null ? "no limit" : String(perMinute),
});

/**
 * Stores the shop's own text. A text that equals the default isn't stored.
 * @param seen the text that the change was made from
 * @throws 400, with the message at its field, for an unknown placeholder, 409 when another text is stored
 */
export async function saveText(
  context: CallContext,
  text: MailText,
  wording: Wording,
  seen?: Wording,
): Promise<{ changed: boolean }> {
  assertRenderable(text, wording);
  return changeText(context, async (tx, shop) => {
    const before = await readWording(tx, shop, text);
    if (isOutdated(seen, before, wording))
      throw await outdated(
        tx,
        context,
        { action: mailTextChanged, after: named(text, wording, before).after },
        "this text",
      );
    if (isDefault(text, wording)) {
      await forgetOwn(tx, shop, text.id);
      return named(text, before, wording);
    }
    const own = { ...wording, changedAt: context.clock.now(), changedBy: context.administrator.id };
    await tx
      .insert(mailTexts)
      .values({ shop, textId: text.id, ...own })
      .onConflictDoUpdate({ target: [mailTexts.shop, mailTexts.textId], set: own });
    return named(text, before, wording);
  });
}

/** Deletes the shop's own text. */
export async function resetText(context: CallContext, text: MailText): Promise<{ changed: boolean }> {
  return changeText(context, async (tx, shop) => {
    const { subject, body } = text;
    const before = (await findOwnWording(tx, shop, text.id)) ?? { subject, body };
    await forgetOwn(tx, shop, text.id);
    return named(text, before, { subject, body });
  });
}

const isDefault = (text: MailText, { subject, body }: Wording) =>
  subject === text.subject && body === text.body;

const forgetOwn = (tx: ShopTransaction, shop: string, id: string) =>
  tx.delete(mailTexts).where(and(eq(mailTexts.shop, shop), eq(mailTexts.textId, id)));

/**
 * Sends a text with example values to the caller, saved or not.
 * @throws 400 for an unknown placeholder, and when the caller's address isn't valid
 */
export async function sendTest(
  { shop: { domain, name: shopName }, administrator }: CallContext,
  text: MailText,
  wording: Wording,
  operationId: string = randomUUID(),
): Promise<{ id: string; to: string }> {
  assertRenderable(text, wording);
  const rendered = renderMail(wording, { ...examplesOf(text), shop: shopName }, placeholdersOf(text));
  const { name, email } = administrator;
  const mailId = await withShop(domain, async (tx) => {
    const stop = await findStop(tx, domain, email);
    if (stop) throw badRequest(stoppedText(stop.reason));
    const key = `test:${administrator.id}:${operationId}`;
    const mail = { key, to: { email, name } };
    return queueRendered(tx, domain, text, mail, { ...rendered, subject: `[Test] ${rendered.subject}` });
  });
  publishChange(domain, "signed-in", { list: "mail" });
  return { id: mailId, to: email };
}

function assertRenderable(text: MailText, { subject, body }: Wording): void {
  const placeholders = placeholdersOf(text);
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

const outdated = (
  tx: ShopTransaction,
  context: CallContext,
  change: Pick<RecordedChange, "action" | "after">,
  what: string,
  them?: "it" | "them",
) => outdatedFormOf(tx, context, { type: shopSubject, id: context.shop.domain, ...change }, what, them);

const named = (text: MailText, before: Wording, after: Wording) => ({
  before: { mail: text.name, ...before },
  after: { mail: text.name, ...after },
});

interface Change {
  action: typeof mailTextChanged;
  /** @returns what is stored before and after it, for its audit entry */
  make(
    tx: ShopTransaction,
    shop: string,
  ): Promise<{ before: Record<string, string>; after: Record<string, string> }>;
}

const changeText = (context: CallContext, make: Change["make"]) =>
  change(context, [{ action: mailTextChanged, make }]);

/** Makes changes, all or none, and audits those that changed something. */
async function change(
  { shop: { domain }, administrator }: CallContext,
  changes: readonly Change[],
): Promise<{ changed: boolean }> {
  const changed = await withShop(domain, async (tx) => {
    await lockSettings(tx, domain);
    let isChanged = false;
    for (const { action, make } of changes) {
      const { before, after } = await make(tx, domain);
      if (JSON.stringify(before) === JSON.stringify(after)) continue;
      const subject = { type: shopSubject, id: domain };
      await recordAudit(tx, domain, action, { actor: administrator, subject, before, after });
      isChanged = true;
    }
    return isChanged;
  });
  if (changed) publishChange(domain, "owner", { list: "settings" });
  return { changed };
}

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
