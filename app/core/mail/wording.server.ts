import { and, eq } from "drizzle-orm";
import { shops } from "~/platform/auth/tables.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type MailText, placeholdersOf } from "./mail-text";
import { type RenderedMail, renderMail, type Wording, withItsLinks } from "./render";
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
