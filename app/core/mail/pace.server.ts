import { z } from "zod";
import { readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

const KEY = "mail.pace";

/** Mails per minute. Null: as fast as the mail server accepts them. */
const pace = z.object({ perMinute: z.number().int().min(1).nullable() });

/** A shop's maximum number of mails per minute, or null without a limit. */
export async function readPace(tx: ShopTransaction, shop: string): Promise<number | null> {
  const stored = await readSetting(tx, shop, KEY);
  return stored === undefined ? null : pace.parse(stored).perMinute;
}

/** Keeps it. */
export async function writePace(
  tx: ShopTransaction,
  shop: string,
  perMinute: number | null,
  changedBy: string,
): Promise<void> {
  await writeSetting(tx, shop, { key: KEY, value: { perMinute } }, { by: changedBy, at: new Date() });
}
