import { createHmac } from "node:crypto";

/** The parameters of a request to an app proxy; one that comes several times has all its values, in their order. */
export type ProxyParameters = Record<string, string | string[]>;

/**
 * The `signature` parameter of a request that an app proxy forwards: the others in the order of their names, written as name=value
 * one right after the other (several values with commas between), and of that the HMAC-SHA256 with the app's secret, in hex.
 * Source: https://shopify.dev/docs/apps/build/online-store/app-proxies/authenticate-app-proxies
 */
export function signProxyParameters(parameters: ProxyParameters, secret: string): string {
  const written = Object.entries(parameters)
    .map(([name, value]) => `${name}=${[value].flat().join(",")}`)
    .sort()
    .join("");
  return createHmac("sha256", secret).update(written).digest("hex");
}
