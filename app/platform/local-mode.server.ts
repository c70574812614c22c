/** The local store's API key, which no real shop accepts. */
export const LOCAL_API_KEY = "backroom-local";

/** True with the local store's credentials. */
export const isLocalMode = () => process.env.SHOPIFY_API_KEY === LOCAL_API_KEY;

/** The URL of the local store. Undefined for a real shop. */
export const localStoreUrl = (): string | undefined =>
  isLocalMode() ? process.env.LOCAL_STORE_URL : undefined;
