import { z } from "zod";
import { readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import { BACKROOM } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

const KEY = "mail.pace";

/** Mails per minute. Null: as fast as the mail server accepts them. */
const pace = z.object({ perMinute: z.number().int().min(1).nullable() });

/** A shop's maximum number of mails per minute, or null without a limit. */
export async function readPace(tx: ShopTransaction, shop: string): Promise<number | null> {
  const stored = await readSetting(tx, shop, KEY);
  return stored === undefined ? null : pace.parse(stored).perMinute;
}

const NEXT_START_KEY = "mail.next-start";

/** When the pace allows the next mail of a shop, in milliseconds since 1970. 0: now. */
export async function readNextStart(tx: ShopTransaction, shop: string): Promise<number> {
  return Number((await readSetting(tx, shop, NEXT_START_KEY)) ?? 0);
}

/** Stores it together with the mail that is claimed now, so that the pace is the same for all processes, and after a crash. */
export async function writeNextStart(tx: ShopTransaction, shop: string, at: number): Promise<void> {
  await writeSetting(tx, shop, { key: NEXT_START_KEY, value: at }, { by: BACKROOM.id, at: new Date() });
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
