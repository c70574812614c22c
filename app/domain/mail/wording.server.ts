import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Wording } from "./render";
import { mailTexts } from "./tables.server";
import { MAIL_TEXTS, type MailTextId } from "./texts";

/** A text in the shop's own words; null when it has none. */
export async function findOwnWording(
  tx: ShopTransaction,
  shop: string,
  id: MailTextId,
): Promise<Wording | null> {
  const [own] = await tx
    .select({ subject: mailTexts.subject, body: mailTexts.body })
    .from(mailTexts)
    .where(and(eq(mailTexts.shop, shop), eq(mailTexts.textId, id)));
  return own ?? null;
}

/** A text as this shop sends it. */
export async function readWording(tx: ShopTransaction, shop: string, id: MailTextId): Promise<Wording> {
  const { subject, body } = MAIL_TEXTS[id];
  return (await findOwnWording(tx, shop, id)) ?? { subject, body };
}
