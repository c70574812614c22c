import { eq } from "drizzle-orm";
import { shops } from "~/platform/auth/tables.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type MailText, placeholdersOf } from "./mail-text";
import { readWording } from "./read-wording.server";
import { type RenderedMail, renderMail, withItsLinks } from "./render";

/** Renders a text with its values, in the shop's present wording. @throws Error when a placeholder has no value */
export async function renderText(
  tx: ShopTransaction,
  shop: string,
  text: MailText,
  values: Readonly<Record<string, string>>,
): Promise<RenderedMail> {
  const wording = await readWording(tx, shop, text);
  const [row] = await tx.select({ name: shops.name }).from(shops).where(eq(shops.shop, shop));
  return renderMail(
    withItsLinks(wording, text),
    { shop: row?.name ?? shop, ...values },
    placeholdersOf(text),
  );
}
