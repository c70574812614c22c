import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { mails } from "./tables.server";

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
