import type { AppProxy } from "../webhooks/app-config.ts";
import type { AppRegistration } from "../webhooks/installation.ts";
import { type ProxyParameters, signProxyParameters } from "./signature.ts";

/** A request of somebody who visits the storefront, to an address that leads to the app. */
export interface VisitorRequest {
  method: string;
  /** What follows the proxy's own path, such as `/invitation/x`. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
  /** Where the visitor is. */
  address: string;
}

/** What the store itself says in the query; a visitor's parameters of these names are dropped. */
const OWN_PARAMETERS = ["shop", "logged_in_customer_id", "path_prefix", "timestamp", "signature"];
/** Cookies never go either way; the others belong to the visitor's connection to the store. */
const KEPT_HEADERS = ["accept", "accept-language", "content-type", "user-agent", "sec-purpose", "purpose"];

/**
 * Sends a visitor's request on to the app, as Shopify's app proxy does: with the shop, the time and who is signed in, signed with
 * the app's secret, and without cookies. Redirects are the visitor's to follow.
 */
export async function forwardToApp(
  visitor: VisitorRequest,
  { proxy, app, shop, now }: { proxy: AppProxy; app: AppRegistration; shop: string; now: Date },
): Promise<Response> {
  const target = new URL(proxy.url + visitor.path, app.url);
  const signed = signedParameters(visitor.query, { shop, secret: app.secret, now, pathPrefix: proxy.path });
  for (const [name, value] of Object.entries(signed))
    for (const each of [value].flat()) target.searchParams.append(name, each);
  const hasBody = visitor.method !== "GET" && visitor.method !== "HEAD";
  const kept = Object.entries(visitor.headers).filter(([name]) => KEPT_HEADERS.includes(name));
  return fetch(target, {
    method: visitor.method,
    headers: { ...Object.fromEntries(kept), "X-Forwarded-For": visitor.address },
    body: hasBody ? visitor.body : undefined,
    redirect: "manual",
  });
}

function signedParameters(
  query: URLSearchParams,
  { shop, secret, now, pathPrefix }: { shop: string; secret: string; now: Date; pathPrefix: string },
): ProxyParameters {
  const parameters: ProxyParameters = {};
  for (const name of new Set(query.keys()))
    if (!OWN_PARAMETERS.includes(name)) parameters[name] = query.getAll(name);
  Object.assign(parameters, {
    shop,
    // Nobody signs in to this storefront.
    logged_in_customer_id: "",
    path_prefix: pathPrefix,
    timestamp: String(Math.floor(now.getTime() / 1000)),
  });
  return { ...parameters, signature: signProxyParameters(parameters, secret) };
}
