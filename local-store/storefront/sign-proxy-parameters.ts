import { createHmac } from "node:crypto";

/** The parameters of an app proxy request. A repeated parameter has all its values in order. */
export type ProxyParameters = Record<string, string | string[]>;

/**
 * The `signature` parameter of an app proxy request: the hex HMAC-SHA256, with the app's secret, of all other parameters as
 * `name=value`, sorted by name and concatenated without a separator. Several values of one name are joined with commas.
 * Source: https://shopify.dev/docs/apps/build/online-store/app-proxies/authenticate-app-proxies
 */
export function signProxyParameters(parameters: ProxyParameters, secret: string): string {
  const message = Object.entries(parameters)
    .map(([name, value]) => `${name}=${[value].flat().join(",")}`)
    .sort()
    .join("");
  return createHmac("sha256", secret).update(message).digest("hex");
}
