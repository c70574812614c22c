import { eq } from "drizzle-orm";
import { z } from "zod";
import { readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import { shops } from "~/platform/auth/tables.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type Mailbox, readMailbox } from "~/platform/mail-address";

const KEY = "mail.sender";

/** What an owner has entered; empty where the default applies. */
export const ownSender = z.object({ name: z.string(), email: z.string(), replyTo: z.string() });
export type OwnSender = z.infer<typeof ownSender>;

const NOTHING_ENTERED: OwnSender = { name: "", email: "", replyTo: "" };

/** In whose name a shop's mails go out. */
export interface Sender {
  from: Mailbox;
  replyTo?: string;
}

/** What the shop's owner has entered. */
export async function readOwnSender(tx: ShopTransaction, shop: string): Promise<OwnSender> {
  const stored = await readSetting(tx, shop, KEY);
  return stored === undefined ? NOTHING_ENTERED : ownSender.parse(stored);
}

/** Keeps what an owner entered. */
export async function writeOwnSender(
  tx: ShopTransaction,
  shop: string,
  value: OwnSender,
  changedBy: string,
): Promise<void> {
  await writeSetting(tx, shop, { key: KEY, value }, { by: changedBy, at: new Date() });
}

/**
 * The sender of a shop's mails: what its owner has entered, else MAIL_FROM of the installation (answers then go to the shop), else
 * the shop's own address and name. Null when none of them gives an address.
 */
export async function readSender(tx: ShopTransaction, shop: string): Promise<Sender | null> {
  return senderOf(await readOwnSender(tx, shop), await readShopMailbox(tx, shop));
}

/** What a sender would be with these entries. */
export function senderOf(own: OwnSender, shop: Partial<Mailbox>): Sender | null {
  const installation = readMailbox(process.env.MAIL_FROM ?? "");
  const email = own.email || installation?.email || shop.email;
  if (!email) return null;
  const name = own.name || (own.email ? shop.name : (installation?.name ?? shop.name));
  const replyTo = own.replyTo || (shop.email && shop.email !== email ? shop.email : undefined);
  return { from: { email, name }, replyTo };
}

/** The shop's own address and name in Shopify. */
export async function readShopMailbox(tx: ShopTransaction, shop: string): Promise<Partial<Mailbox>> {
  const [row] = await tx
    .select({ email: shops.email, name: shops.name })
    .from(shops)
    .where(eq(shops.shop, shop));
  return { email: row?.email ?? undefined, name: row?.name };
}
