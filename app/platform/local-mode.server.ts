/** True for the credentials of the store that runs on this machine; no real shop accepts them. */
export const isLocalMode = () => process.env.SHOPIFY_API_KEY === "backroom-local";

/** Where the store that runs on this machine shows its storefronts and its admin; undefined for a real shop. */
export const localStoreUrl = (): string | undefined =>
  isLocalMode() ? process.env.LOCAL_STORE_URL : undefined;
