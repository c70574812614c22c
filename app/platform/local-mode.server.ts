/** True with the local store's credentials, which no real shop accepts. */
export const isLocalMode = () => process.env.SHOPIFY_API_KEY === "backroom-local";

/** The URL of the local store. Undefined for a real shop. */
export const localStoreUrl = (): string | undefined =>
  isLocalMode() ? process.env.LOCAL_STORE_URL : undefined;
