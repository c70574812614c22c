import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** The shop of a transaction, read in it. @throws when the app isn't installed there */
export async function shopOf(tx: ShopTransaction): Promise<Shop> {
  const { rows } = await tx.$client.query<Shop>(
    `SELECT shop AS domain, name, currency, time_zone AS "timeZone" FROM shops WHERE shop = current_setting('app.shop')`,
  );
  if (!rows[0]) throw new Error("The shop isn't installed.");
  return rows[0];
}
