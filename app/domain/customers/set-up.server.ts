import { liveAdminApi } from "~/connectors/shopify/live.server";
import { shopContext } from "~/connectors/shopify/operations/shop";
import { findAdministrator } from "~/platform/auth/administrators.server";
import { rememberShop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import { requestTask, type Task } from "~/platform/jobs/task.server";
import { ensureMetafieldDefinitions } from "./definitions.server";
import { startRebuild } from "./rebuild.server";

/**
 * Done after each sign-in: learns the shop's name, currency and time zone; when the app has just been installed, asks for
 * the metafield definitions and for the first reading of all customers. Shopify's webhooks are subscribed to by
 * `shopify.app.toml` at installation, so they come first and nothing between the two is missed.
 */
export async function welcome(shop: string, administratorId: string): Promise<void> {
  if (!(await learnShop(shop))) return;
  const administrator = await findAdministrator(shop, administratorId);
  await withShop(shop, async (tx) => {
    await requestTask(setUpShop, shop, { tx });
    if (administrator) await startRebuild(tx, shop, administrator);
  });
}

/** Reads the shop's facts from Shopify. @returns true for a new installation */
async function learnShop(domain: string): Promise<boolean> {
  const { shop } = await liveAdminApi(domain).run(shopContext, {});
  return rememberShop({ domain, name: shop.name, currency: shop.currencyCode, timeZone: shop.ianaTimezone });
}

/** Creates missing metafield definitions; also every night, with the shop's facts, which an owner may have changed. */
export const setUpShop: Task = {
  name: "shop.set-up",
  schedule: "15 3 * * *",
  async run(shop) {
    await learnShop(shop);
    await ensureMetafieldDefinitions(liveAdminApi(shop));
  },
};
