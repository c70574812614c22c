import type { AppProxy } from "../webhooks/app-config.ts";
import type { AppRegistration } from "../webhooks/installation.ts";
import { type ProxyParameters, signProxyParameters } from "./sign-proxy-parameters.ts";

/** A storefront visitor's request for a path that belongs to the app. */
export interface VisitorRequest {
  method: string;
  /** The path below the proxy's path, such as `/invitation/x`. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
  /** The visitor's IP address. */
  address: string;
  /** Undefined when they aren't signed in. */
  customerId: number | undefined;
}

/** Parameters that the store sets. The visitor's parameters with these names are dropped. */
const RESERVED_PARAMETERS = ["shop", "logged_in_customer_id", "path_prefix", "timestamp", "signature"];
/** Cookies are never forwarded in either direction. Other headers belong to the visitor's connection. */
const FORWARDED_HEADERS = [
  "accept",
  "accept-language",
  "content-type",
  "user-agent",
  "sec-purpose",
  "purpose",
];

/**
 * Forwards a visitor's request to the app as Shopify's app proxy does: with the shop, the time, and the signed-in customer, signed
 * with the app's secret, without cookies. Redirects are returned to the visitor.
 */
export async function forwardToApp(
  visitor: VisitorRequest,
  { proxy, app, shop, now }: { proxy: AppProxy; app: AppRegistration; shop: string; now: Date },
): Promise<Response> {
  const target = new URL(proxy.url + visitor.path, app.url);
  const signed = signedParameters(visitor, { shop, secret: app.secret, now, pathPrefix: proxy.path });
  for (const [name, value] of Object.entries(signed))
    for (const each of [value].flat()) target.searchParams.append(name, each);
  const hasBody = visitor.method !== "GET" && visitor.method !== "HEAD";
  const forwarded = Object.entries(visitor.headers).filter(([name]) => FORWARDED_HEADERS.includes(name));
  return fetch(target, {
    method: visitor.method,
    headers: { ...Object.fromEntries(forwarded), "X-Forwarded-For": visitor.address },
    body: hasBody ? visitor.body : undefined,
    redirect: "manual",
  });
}

function signedParameters(
  { query, customerId }: VisitorRequest,
  { shop, secret, now, pathPrefix }: { shop: string; secret: string; now: Date; pathPrefix: string },
): ProxyParameters {
  const parameters: ProxyParameters = {};
  for (const name of new Set(query.keys()))
    if (!RESERVED_PARAMETERS.includes(name)) parameters[name] = query.getAll(name);
  Object.assign(parameters, {
    shop,
    logged_in_customer_id: customerId === undefined ? "" : String(customerId),
    path_prefix: pathPrefix,
    timestamp: String(Math.floor(now.getTime() / 1000)),
  });
  return { ...parameters, signature: signProxyParameters(parameters, secret) };
}
