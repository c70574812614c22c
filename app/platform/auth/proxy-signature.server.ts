import { shopifyApi } from "./shopify-api.server";

/**
 * True when Shopify's app proxy signed the parameters of a request. False also for a signature that is older than 90 seconds, and for
 * a second shop, time or signature. The library throws for these.
 */
export const isSignedByAppProxy = (parameters: URLSearchParams): Promise<boolean> =>
  shopifyApi.utils.validateHmac(parameters, { signator: "appProxy" }).catch(() => false);
