import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { MailText } from "./mail-text";
import type { Wording } from "./render";
import { mailTexts } from "./tables.server";

/** A text in the shop's own words, or null if it has none. */
export async function findOwnWording(tx: ShopTransaction, shop: string, id: string): Promise<Wording | null> {
  const [own] = await tx
    .select({ subject: mailTexts.subject, body: mailTexts.body })
    .from(mailTexts)
    .where(and(eq(mailTexts.shop, shop), eq(mailTexts.textId, id)));
  return own ?? null;
}

/** A text as this shop sends it. */
export async function readWording(
  tx: ShopTransaction,
  shop: string,
  { id, subject, body }: MailText,
): Promise<Wording> {
  return (await findOwnWording(tx, shop, id)) ?? { subject, body };
}
