import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import type { Flag } from "~/platform/auth/permission";
import { anyOf } from "~/platform/db/sql-fragments.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { isMailAddress, type Mailbox, oneLine } from "~/platform/mail-address";
import { findQueued } from "./cancel.server";
import type { MailText } from "./mail-text";
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

/** As `queueMail`, for an email that is rendered already. */
export async function queueRendered(
  tx: ShopTransaction,
  shop: string,
  text: Pick<MailText, "id">,
  { key, to, customerId, linkId, fileId, flag, tabs, isBulk = false }: MailRequest,
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
