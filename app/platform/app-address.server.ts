import { adminAddress } from "./admin-address";

/**
 * The URL of one of the app's pages in the shop's admin, for an email. Shopify asks people to sign in first, and accepts the app's API
 * key in place of its handle.
 * @param path with a leading slash
 */
export const appAddress = (shop: string, path: string): string =>
  adminAddress(shop, `/apps/${process.env.SHOPIFY_API_KEY}${path}`, localStoreUrl());

/** The local store's API key, which no real shop accepts. */
export const LOCAL_API_KEY = "backroom-local";

/** True with the local store's credentials. */
export const isLocalMode = () => process.env.SHOPIFY_API_KEY === LOCAL_API_KEY;

/** The URL of the local store. Undefined for a real shop. */
export const localStoreUrl = (): string | undefined =>
  isLocalMode() ? process.env.LOCAL_STORE_URL : undefined;
