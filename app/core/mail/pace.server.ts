import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { settings } from "~/platform/auth/tables.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

const KEY = "mail.pace";

/** Mails per minute; null: as fast as the mail server takes them. */
const pace = z.object({ perMinute: z.number().int().min(1).nullable() });

/** How many mails a shop sends in a minute at most; null without a limit. */
export async function readPace(tx: ShopTransaction, shop: string): Promise<number | null> {
  const [row] = await tx
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.shop, shop), eq(settings.key, KEY)));
  return row ? pace.parse(row.value).perMinute : null;
}

/** Keeps it. */
export async function writePace(
  tx: ShopTransaction,
  shop: string,
  perMinute: number | null,
  changedBy: string,
): Promise<void> {
  const set = { value: { perMinute }, changedBy, changedAt: new Date() };
  await tx
    .insert(settings)
    .values({ shop, key: KEY, ...set })
    .onConflictDoUpdate({ target: [settings.shop, settings.key], set });
}
