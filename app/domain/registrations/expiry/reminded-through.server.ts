import { deleteSetting, readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import { BACKROOM } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** The setting that has it. */
export const REMINDED_THROUGH_KEY = "registrations.reminded_through";

/** The last day of the shop's calendar whose reminders are done, YYYY-MM-DD. Null when there is none. */
export async function readRemindedThrough(tx: ShopTransaction, shop: string): Promise<string | null> {
  const day = await readSetting(tx, shop, REMINDED_THROUGH_KEY);
  return day === undefined ? null : String(day);
}

/** Records that a day's reminders are done. */
export async function writeRemindedThrough(tx: ShopTransaction, shop: string, day: string): Promise<void> {
  await writeSetting(
    tx,
    shop,
    { key: REMINDED_THROUGH_KEY, value: day },
    { by: BACKROOM.id, at: new Date() },
  );
}

/** Forgets which days were done. */
export async function forgetRemindedThrough(tx: ShopTransaction, shop: string): Promise<void> {
  await deleteSetting(tx, shop, REMINDED_THROUGH_KEY);
}
