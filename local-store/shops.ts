import { shops } from "./config.ts";
import type { Store } from "./data/database.ts";
import { upsertShop } from "./data/shops.ts";

/** Creates or updates the configured shops and their administrators. */
export async function createConfiguredShops(store: Store): Promise<void> {
  for (const shop of shops) {
    await upsertShop(store, {
      domain: shop.domain,
      name: shop.name,
      email: shop.email,
      currency: shop.currencyCode,
      ianaTimezone: shop.timeZone,
      plan: shop.plan,
      staff: shop.administrators.map((each) => ({
        id: Number(each.id),
        firstName: each.firstName,
        lastName: each.lastName,
        email: each.email,
        isShopOwner: each.isAccountOwner,
      })),
    });
  }
}
