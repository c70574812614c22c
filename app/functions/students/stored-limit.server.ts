import { readSetting, readShownSetting } from "~/core/settings/stored-setting.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { FALLBACK_LIMIT } from "./messages";

/** The setting's key. */
export const LIMIT_SETTING = "default_discount_limit";

/** The shop's default discount limit in dollars: digits, or empty for none. 9500 until another one is set. */
export async function readDiscountLimit(shop: string): Promise<string> {
  return limitOf(await readShownSetting(shop, LIMIT_SETTING));
}

/** The same, in the caller's transaction. */
export async function storedLimit(tx: ShopTransaction, shop: string): Promise<string> {
  return limitOf(await readSetting(tx, shop, LIMIT_SETTING));
}

const limitOf = (stored: unknown): string => (typeof stored === "string" ? stored : FALLBACK_LIMIT);
