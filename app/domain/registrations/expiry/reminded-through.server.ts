import { and, eq } from "drizzle-orm";
import { BACKROOM } from "~/platform/auth/permission";
import { settings } from "~/platform/auth/tables.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

const KEY = "registrations.reminded_through";

const isIt = (shop: string) => and(eq(settings.shop, shop), eq(settings.key, KEY));

/** The last day of the shop's calendar whose reminders are done, YYYY-MM-DD. Null when there is none. */
export async function readRemindedThrough(tx: ShopTransaction, shop: string): Promise<string | null> {
  const [row] = await tx.select({ value: settings.value }).from(settings).where(isIt(shop));
  return row ? String(row.value) : null;
}

/** Records that a day's reminders are done. */
export async function writeRemindedThrough(tx: ShopTransaction, shop: string, day: string): Promise<void> {
  const set = { value: day, changedBy: BACKROOM.id, changedAt: new Date() };
  await tx
    .insert(settings)
    .values({ shop, key: KEY, ...set })
    .onConflictDoUpdate({ target: [settings.shop, settings.key], set });
}

/** Forgets which days were done. */
export async function forgetRemindedThrough(tx: ShopTransaction, shop: string): Promise<void> {
  await tx.delete(settings).where(isIt(shop));
}
