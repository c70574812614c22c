import { liveAdminApi } from "~/connectors/shopify/live.server";
import { shopContext } from "~/connectors/shopify/operations/shop";
import { COMPARE_ALL_TASK } from "~/domain/ledger/compare/note.server";
import type { Administrator } from "~/platform/auth/permission";
import { findShop, rememberShop, type ShopFacts, updateShop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { requestTask, type Task } from "~/platform/jobs/task.server";
import { ensureMetafieldDefinitions } from "./definitions.server";
import { startRebuild } from "./rebuild.server";

/**
 * Done after each sign-in. The first one in a shop is its installation: it waits for the shop's name, currency and time
 * zone, and in one transaction notes them and asks for the metafield definitions and the first reading of all customers and of their
 * store credit.
 * Later ones wait for nothing: what Shopify has to say is asked in the background. Shopify's webhooks are subscribed to by
 * `shopify.app.toml` at installation, so they come first and nothing between the two is missed.
 * @throws a 502 refusal when Shopify does not answer at an installation
 */
export async function welcome(
  domain: string,
  administrator: Pick<Administrator, "id" | "name">,
): Promise<void> {
  const installed = (await findShop(domain)) ? null : await readShop(domain);
  await withShop(domain, async (tx) => {
    if (installed) {
      await rememberShop(installed, tx.$client);
      // What customers have in store credit when the app is installed begins the ledger.
      await requestTask(COMPARE_ALL_TASK, domain, { tx });
    }
    await requestTask(setUpShop, domain, { tx });
    if (!(await hasMirror(tx, domain))) await startRebuild(tx, domain, administrator);
  });
}

/** False before the first rebuild has ended well; a removed app's mirror is forgotten, because it hears nothing any more. */
async function hasMirror(tx: ShopTransaction, shop: string): Promise<boolean> {
  const { rows } = await tx.$client.query(
    "SELECT 1 FROM mirrors WHERE shop = $1 AND rebuilt_at IS NOT NULL",
    [shop],
  );
  return rows.length > 0;
}

/** Reads the shop's facts from Shopify. */
async function readShop(domain: string): Promise<ShopFacts> {
  const { shop } = await liveAdminApi(domain).run(shopContext, {});
  return {
    domain,
    name: shop.name,
    currency: shop.currencyCode,
    timeZone: shop.ianaTimezone,
    email: shop.contactEmail,
    customerAccounts: shop.customerAccountsV2.customerAccountsVersion,
  };
}

/** After each sign-in and every night: takes over the shop's facts, which an owner may have changed, and creates missing metafield definitions. */
export const setUpShop: Task = {
  name: "shop.set-up",
  schedule: "15 3 * * *",
  async run(shop) {
    await updateShop(await readShop(shop));
    await ensureMetafieldDefinitions(liveAdminApi(shop));
  },
};
