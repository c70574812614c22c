/** True for the credentials of the store that runs on this machine; no real shop accepts them. */
export const isLocalMode = () => process.env.SHOPIFY_API_KEY === "backroom-local";
