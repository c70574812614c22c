import { adminAddress } from "./admin-address";
import { localStoreUrl } from "./local-mode.server";

/**
 * A page of this app in the shop's admin, for a mail: Shopify asks whoever opens it to sign in, where they are not. It knows an app
 * by its key as well as by its handle.
 * @param path the page's own, with a slash at its beginning
 */
export const appAddress = (shop: string, path: string): string =>
  adminAddress(shop, `/apps/${process.env.SHOPIFY_API_KEY}${path}`, localStoreUrl());
