import { localStoreUrl } from "./local-mode.server";

/** Where the shop's own addresses lead to the app (`[app_proxy]` in shopify.app.toml). */
const APP_PROXY = "/apps/backroom";

/**
 * The address of one of the app's public pages, under the shop's own name: Shopify forwards it to `/proxy/{path}`. It ends with a
 * slash: Shopify redirects what does not, and a form that is posted there would arrive empty.
 * @param path without a slash at its beginning and its end, and safe in an address as it is
 */
export const storefrontUrl = (shop: string, path: string): string =>
  `${storefrontOf(shop)}${APP_PROXY}/${path}/`;

/** The shop's own first page. */
export const storefrontHome = (shop: string): string => `${storefrontOf(shop)}/`;

/** On this machine the local store shows the shops' storefronts. */
function storefrontOf(shop: string): string {
  const localStore = localStoreUrl();
  return localStore ? `${localStore}/storefront/${shop}` : `https://${shop}`;
}
