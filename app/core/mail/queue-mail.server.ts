import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Flag } from "~/platform/auth/permission";
import { anyOf } from "~/platform/db/sql-fragments.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { isMailAddress, type Mailbox, oneLine } from "~/platform/mail-address";
import type { MailState, MailText } from "./mail-text";
import { renderText, whyNotSent } from "./outbox.server";
import type { RenderedMail } from "./render";
import { SEND_MAILS } from "./send-mails.server";
import { findStop, stoppedText } from "./stops.server";
import { mails } from "./tables.server";

/** A request for an email, apart from its words. */
export interface MailRequest {
  /** The idempotency key, unique in the shop: what it is for. */
  key: string;
  to: Mailbox;
  /** The customer that it is about. */
  customerId?: number;
  /** The id of its personal link (a UUID). The link's address in the values ends with `PERSONAL_LINK`. */
  linkId?: string;
  /** The attached file, of at most `ATTACHED_MOST` bytes. The mail isn't sent without it. */
  fileId?: string;
  /** The function that it belongs to: who holds its flag sees the mail in the list. Without one, only the owner does. */
  flag?: Flag;
  /** The tabs of the function that show it. Without them, administrators with a tab limit on the function don't see it. */
  tabs?: readonly string[];
  /** Part of a bulk request: mails that a person waits for are sent first. */
  isBulk?: boolean;
  /** The job whose result it has: its page says when the mail doesn't arrive, and who started it gets a notice. */
  jobId?: string;
}

/**
 * Puts a mail into the outbox, in the caller's transaction. It is sent only after that has committed.
 * A mail to a blocked address is stored as failed, with a sentence, and isn't sent.
 * @returns the mail's id, or the earlier mail's id when the key was used before
 * @throws a 400 refusal when `to.email` is not exactly one email address
 */
export async function queueMail<Name extends string>(
  tx: ShopTransaction,
  shop: string,
  text: MailText<Name>,
  mail: MailRequest & { values: Readonly<Record<NoInfer<Name>, string>> },
): Promise<string> {
  return queueRendered(tx, shop, text, mail, await renderText(tx, shop, text, mail.values));
}

/**
 * Writes the words of an email again that waits in the outbox, with present values and in the shop's present wording. For a text whose
 * values can't be read while it is sent (`readValues`), such as another system's.
 */
export async function rewriteMail<Name extends string>(
  tx: ShopTransaction,
  shop: string,
  text: MailText<Name>,
  key: string,
  values: Readonly<Record<NoInfer<Name>, string>>,
): Promise<void> {
  const { subject, text: textBody, html: htmlBody } = await renderText(tx, shop, text, values);
  await tx
    .update(mails)
    .set({ subject, textBody, htmlBody })
    .where(and(eq(mails.shop, shop), eq(mails.key, key), eq(mails.state, "queued")));
}

/** As `queueMail`, for an email that is rendered already. */
export async function queueRendered(
  tx: ShopTransaction,
  shop: string,
  text: Pick<MailText, "id">,
  { key, to, customerId, linkId, fileId, flag, tabs, isBulk = false, jobId }: MailRequest,
  rendered: RenderedMail,
): Promise<string> {
  assertMailAddress(to.email);
  const id = randomUUID();
  const now = new Date();
  const stop = await findStop(tx, shop, to.email);
  const [queued] = await tx
    .insert(mails)
    .values({
      shop,
      id,
      key,
      textId: text.id,
      toEmail: to.email,
      toName: oneLine(to.name ?? "") || null,
      subject: rendered.subject,
      textBody: rendered.text,
      htmlBody: rendered.html,
      messageId: `<${id}@${shop}>`,
      customerId,
      linkId,
      fileId,
      flag,
      tabs: tabs && [...tabs],
      isBulk,
      jobId,
      createdAt: now,
      queuedAt: now,
      nextAttemptAt: now,
      ...(stop && { state: "failed", lastError: stoppedText(stop.reason), endedAt: now }),
    })
    .onConflictDoNothing({ target: [mails.shop, mails.key] })
    .returning({ id: mails.id });
  if (!queued) return findEarlier(tx, shop, key);
  if (!stop) await requestTask(SEND_MAILS, shop, { tx, priority: isBulk ? "request" : "click" });
  return queued.id;
}

/** Queues bounced and abandoned mails again, with their Message-ID. */
export async function queueAgain(tx: ShopTransaction, shop: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const now = new Date();
  await tx
    .update(mails)
    .set({ state: "queued", attempts: 0, lastError: null, queuedAt: now, nextAttemptAt: now, endedAt: null })
    .where(and(eq(mails.shop, shop), anyOf(mails.id, ids)));
  await requestTask(SEND_MAILS, shop, { tx });
}

/**
 * Queues a mail again that can be sent now. A locked mail is already being sent.
 * @returns why it can't be sent now, or null
 */
export async function tryAgain(
  tx: ShopTransaction,
  shop: string,
  id: string,
  text: MailText,
): Promise<string | null> {
  const [mail] = await tx
    .select()
    .from(mails)
    .where(and(eq(mails.shop, shop), eq(mails.id, id), inArray(mails.state, ["bounced", "failed"])))
    .for("update", { skipLocked: true });
  if (!mail) return null;
  const why = await whyNotSent(tx, mail, text);
  if (!why) await queueAgain(tx, shop, [id]);
  return why;
}

async function findEarlier(tx: ShopTransaction, shop: string, key: string): Promise<string> {
  const mail = await findQueued(tx, shop, key);
  if (!mail) throw new Error("The mail that was there a moment ago is gone.");
  return mail.id;
}

/** @throws a 400 refusal with a sentence when this is not exactly one email address */
function assertMailAddress(address: string): void {
  if (!isMailAddress(address))
    throw badRequest(
      `“${oneLine(address).slice(0, 100)}” isn't one email address, so no email can be sent to it. Correct the address first.`,
    );
}

/**
 * Removes an unsent mail from the outbox, in the caller's transaction. Its key can then be used again. One that is being sent stays, and
 * waits for another attempt when this one fails: its text's `findObjection` decides whether it is sent then.
 * @returns "sent" when it was sent or is being sent; null when there is none, or it failed
 */
export async function cancelMail(
  tx: ShopTransaction,
  shop: string,
  key: string,
): Promise<"cancelled" | "sent" | null> {
  // Locked, because a failed attempt to send it queues it again.
  const [mail] = await tx
    .select({ id: mails.id, state: mails.state })
    .from(mails)
    .where(and(eq(mails.shop, shop), eq(mails.key, key)))
    .for("update");
  if (mail?.state === "queued") {
    await tx.delete(mails).where(and(eq(mails.shop, shop), eq(mails.id, mail.id)));
    return "cancelled";
  }
  return mail?.state === "sent" || mail?.state === "sending" ? "sent" : null;
}

/**
 * Deletes a mail that bounced or failed, in the caller's transaction. Its key can then be used again.
 * @returns its state, undefined when there is none. In another state than those two it stays
 */
export async function deleteFailedMail(
  tx: ShopTransaction,
  shop: string,
  id: string,
): Promise<MailState | undefined> {
  const isMail = and(eq(mails.shop, shop), eq(mails.id, id));
  // Locked, because it may be queued again.
  const [mail] = await tx.select({ state: mails.state }).from(mails).where(isMail).for("update");
  if (mail?.state === "bounced" || mail?.state === "failed") await tx.delete(mails).where(isMail);
  return mail?.state;
}

/**
 * Removes unsent mails from the outbox. A locked mail is being sent and is skipped: waiting for it could deadlock, because the caller
 * may hold a lock that the sender needs.
 */
export async function cancelMails(tx: ShopTransaction, shop: string, keys: readonly string[]): Promise<void> {
  const waiting = tx
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        eq(mails.shop, shop),
        sql`${mails.key} = ANY(${sql.param(keys)}::text[])`,
        eq(mails.state, "queued"),
      ),
    )
    .for("update", { skipLocked: true });
  await tx.delete(mails).where(and(eq(mails.shop, shop), inArray(mails.id, waiting)));
}

/** The email that was queued under a key, also when it was sent since. */
export async function findQueued(
  tx: ShopTransaction,
  shop: string,
  key: string,
): Promise<{ id: string; toEmail: string; fileId: string | null } | undefined> {
  const [mail] = await tx
    .select({ id: mails.id, toEmail: mails.toEmail, fileId: mails.fileId })
    .from(mails)
    .where(and(eq(mails.shop, shop), eq(mails.key, key)));
  return mail;
}
