import { and, eq, inArray, sql } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { mails } from "./tables.server";

/**
 * Takes a mail that has not left out of the outbox, in the caller's transaction; its key is free again.
 * @returns "sent" when it has left, or is just leaving; null when there is none, or it came to nothing anyway
 */
export async function cancelMail(
  tx: ShopTransaction,
  shop: string,
  key: string,
): Promise<"cancelled" | "sent" | null> {
  const ofKey = and(eq(mails.shop, shop), eq(mails.key, key));
  const cancelled = await tx
    .delete(mails)
    .where(and(ofKey, eq(mails.state, "queued")))
    .returning({ id: mails.id });
  if (cancelled.length > 0) return "cancelled";
  const [mail] = await tx.select({ state: mails.state }).from(mails).where(ofKey);
  return mail?.state === "sent" || mail?.state === "sending" ? "sent" : null;
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
