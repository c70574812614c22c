/**
 * Preloaded into the app's processes on this machine: `node --import ./local-store/bridge/register.ts …`.
 *
 * The app and Shopify's libraries stay unmodified: they call `https://<shop>.myshopify.com` and respond with headers for
 * `admin.shopify.com`. This file redirects those calls to the local store and allows the local store's admin page to embed the
 * app. It must load first because shopify-api captures `fetch` when it is imported.
 *
 * It can't run in production: without LOCAL_STORE_URL it does nothing, and with LOCAL_STORE_URL it accepts only the local store's
 * API key, whose secret is public.
 *
 * Node strips the types of this file: use erasable syntax and Node's built-in modules only.
 */
import { ServerResponse } from "node:http";

const LOCAL_API_KEY = "backroom-local";

const localStoreUrl = process.env.LOCAL_STORE_URL;
if (localStoreUrl) {
  if (process.env.SHOPIFY_API_KEY !== LOCAL_API_KEY)
    throw new Error(
      `LOCAL_STORE_URL is set, but SHOPIFY_API_KEY isn't "${LOCAL_API_KEY}". The local store's bridge never runs with a real ` +
        "app. Remove LOCAL_STORE_URL, or use the local API key.",
    );
  const localStore = new URL(localStoreUrl);
  redirectAdminApiCalls(localStore);
  allowEmbedding(localStore.origin);
}

/** Sends every request for a `*.myshopify.com` host to the local store. X-Forwarded-Host carries the shop's domain. */
function redirectAdminApiCalls(localStore: URL): void {
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (url.protocol !== "https:" || !url.hostname.endsWith(".myshopify.com")) return realFetch(input, init);
    const request = new Request(input, init);
    const headers = new Headers(request.headers);
    headers.set("X-Forwarded-Host", url.host);
    const target = new URL(url.pathname + url.search, localStore);
    const body = request.body === null ? undefined : await request.arrayBuffer();
    return realFetch(target, {
      method: request.method,
      headers,
      body,
      signal: request.signal,
      redirect: request.redirect,
    });
  };
}

/**
 * Rewrites the headers of every response just before they are sent: `frame-ancestors` includes the local store's origin, the
 * preload of Shopify's CDN is removed, and redirects to the Shopify admin go to the local store's admin.
 */
function allowEmbedding(origin: string): void {
  const writeHead = ServerResponse.prototype.writeHead;
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: unknown[]) {
    const last = args.at(-1);
    const inline = typeof last === "object" && last !== null ? last : undefined;
    for (const [name, value] of inlineHeaders(inline)) this.setHeader(name, value);
    const rest = inline ? args.slice(0, -1) : args;
    rewriteHeader(this, "content-security-policy", (value) =>
      value.replace(/frame-ancestors (?!'none')/g, `frame-ancestors ${origin} `),
    );
    rewriteHeader(this, "link", (value) => (value.includes("cdn.shopify.com") ? undefined : value));
    rewriteHeader(this, "location", (value) =>
      value.replace(/^https:\/\/admin\.shopify\.com(?=\/|$)/, origin),
    );
    return writeHead.apply(this, rest as Parameters<typeof writeHead>);
  } as typeof writeHead;
}

/** The headers passed to `writeHead(status, headers)`, in either form that Node accepts. */
function inlineHeaders(headers: object | undefined): [string, string | string[]][] {
  if (!headers) return [];
  if (!Array.isArray(headers)) return Object.entries(headers).filter(([, value]) => value !== undefined);
  const pairs = new Map<string, string[]>();
  const flat: unknown[] = Array.isArray(headers[0]) ? headers.flat() : headers;
  for (let index = 0; index + 1 < flat.length; index += 2) {
    const name = String(flat[index]);
    pairs.set(name, [...(pairs.get(name) ?? []), String(flat[index + 1])]);
  }
  return [...pairs].map(([name, values]) => [name, values.length === 1 ? String(values[0]) : values]);
}

function rewriteHeader(
  response: ServerResponse,
  name: string,
  rewrite: (value: string) => string | undefined,
): void {
  const value = response.getHeader(name);
  if (value === undefined) return;
  const rewritten = rewrite(Array.isArray(value) ? value.join(", ") : String(value));
  if (rewritten === undefined) response.removeHeader(name);
  else response.setHeader(name, rewritten);
}
