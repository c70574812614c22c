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

/** What a module does on the first sign-in in a shop, or on each one, the first one included. */
export interface DeclaredSignInHook {
  kind: "on install" | "on sign-in";
  run: SignInHook;
}

/** Declares what is done on the first sign-in in a shop. Name it under `declares` of its module. */
export const atInstall = (run: SignInHook): DeclaredSignInHook => ({ kind: "on install", run });

/** Declares what is done on each sign-in, such as filling what an upgrade added. */
export const atSignIn = (run: SignInHook): DeclaredSignInHook => ({ kind: "on sign-in", run });

/** What all modules do, in the order of the modules. */
interface SignInHooks {
  atInstall: readonly DeclaredSignInHook[];
  atSignIn: readonly DeclaredSignInHook[];
}

/**
 * Runs after each sign-in. The first one in a shop is its installation, and waits for the shop's name, currency and time
 * zone. Later ones don't wait. Shopify subscribes the webhooks of `shopify.app.toml` at installation, so they come
 * first and nothing between the two is missed.
 * @throws a 502 refusal when Shopify doesn't answer at an installation
 */
export async function handleSignIn(
  { atInstall, atSignIn }: SignInHooks,
  domain: string,
  administrator: Pick<Administrator, "id" | "name">,
): Promise<void> {
  const installed = (await findShop(domain)) ? null : await readShop(domain);
  await withShop(domain, async (tx) => {
    if (installed) {
      await rememberShop(installed, tx.$client);
      for (const { run } of atInstall) await run(tx, domain, administrator);
    }
    for (const { run } of atSignIn) await run(tx, domain, administrator);
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
