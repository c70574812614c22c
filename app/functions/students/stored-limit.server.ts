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
  const { rows } = await tx.$client.query<{ value: string }>(
    "SELECT value FROM settings WHERE shop = $1 AND key = $2",
    [shop, LIMIT_SETTING],
  );
  return rows[0]?.value ?? FALLBACK_LIMIT;
}
