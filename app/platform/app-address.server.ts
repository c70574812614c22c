import { adminAddress } from "./admin-address";
import { localStoreUrl } from "./local-mode.server";

/**
 * The URL of one of the app's pages in the shop's admin, for an email. Shopify asks people to sign in first, and accepts the app's API
 * key in place of its handle.
 * @param path with a leading slash
 */
export const appAddress = (shop: string, path: string): string =>
  adminAddress(shop, `/apps/${process.env.SHOPIFY_API_KEY}${path}`, localStoreUrl());
