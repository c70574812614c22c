import { readSetting } from "~/core/settings/stored-setting.server";
import { readTogether } from "~/platform/db/read-shop.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { FALLBACK_LIMIT } from "./messages";

/** The setting's key. */
export const LIMIT_SETTING = "default_discount_limit";

/** The shop's default discount limit in dollars: digits, or empty for none. 9500 until another one is set. */
export function readDiscountLimit(shop: string): Promise<string> {
  return readTogether(shop, (tx) => storedLimit(tx, shop));
}

/** The same, in the caller's transaction. */
export async function storedLimit(tx: ShopTransaction, shop: string): Promise<string> {
  const limit = await readSetting(tx, shop, LIMIT_SETTING);
  return typeof limit === "string" ? limit : FALLBACK_LIMIT;
}
