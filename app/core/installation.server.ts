import { liveAdminApi } from "~/connectors/shopify/live.server";
import { shopContext } from "~/connectors/shopify/operations/shop";
import type { Administrator } from "~/platform/auth/permission";
import { findShop, rememberShop, type ShopFacts } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";

/** What a module does for a shop, in the transaction of a sign-in. It waits for nothing: long work is requested as a task or job. */
export type SignInHook = (
  tx: ShopTransaction,
  shop: string,
  administrator: Pick<Administrator, "id" | "name">,
) => Promise<void>;

interface InstallationHooks {
  /** On the first sign-in in a shop. */
  onInstall?: SignInHook;
  /** On each sign-in, the first one included: what an upgrade adds is caught up on here. */
  onSignIn?: SignInHook;
}

/**
 * Runs after each sign-in. The first one in a shop is its installation, and waits for the shop's name, currency and time
 * zone. Later ones don't wait. Shopify subscribes the webhooks of `shopify.app.toml` at installation, so they come
 * first and nothing between the two is missed.
 * @throws a 502 refusal when Shopify doesn't answer at an installation
 */
export async function handleSignIn(
  modules: readonly InstallationHooks[],
  domain: string,
  administrator: Pick<Administrator, "id" | "name">,
): Promise<void> {
  const installed = (await findShop(domain)) ? null : await readShop(domain);
  await withShop(domain, async (tx) => {
    if (installed) {
      await rememberShop(installed, tx.$client);
      for (const { onInstall } of modules) await onInstall?.(tx, domain, administrator);
    }
    for (const { onSignIn } of modules) await onSignIn?.(tx, domain, administrator);
  });
}

/** Reads the shop's facts from Shopify. */
export async function readShop(domain: string): Promise<ShopFacts> {
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
