import { localStoreUrl } from "./local-mode.server";

/** The path of the app proxy (`[app_proxy]` in shopify.app.toml). */
const APP_PROXY = "/apps/backroom";

/**
 * The URL of one of the app's public pages on the shop's domain. Shopify forwards it to `/proxy/{path}`. It ends with a slash:
 * Shopify redirects other URLs, and a form posted to one would arrive empty.
 * @param path without a slash at either end, already URL-encoded
 */
export const storefrontUrl = (shop: string, path: string): string =>
  `${storefrontOf(shop)}${APP_PROXY}/${path}/`;

/** The storefront's home page. */
export const storefrontHome = (shop: string): string => `${storefrontOf(shop)}/`;

/** In local mode the local store serves the storefronts. */
function storefrontOf(shop: string): string {
  const localStore = localStoreUrl();
  return localStore ? `${localStore}/storefront/${shop}` : `https://${shop}`;
}
