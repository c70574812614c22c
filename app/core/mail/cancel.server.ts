import { and, eq, inArray, sql } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { MailState } from "./mail-text";
import { mails } from "./tables.server";

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
