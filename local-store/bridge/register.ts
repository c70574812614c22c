/**
 * Preloaded into the app's processes on this machine: `node --import ./local-store/bridge/register.ts …`.
 *
 * The app and Shopify's libraries stay unmodified: they call `https://<shop>.myshopify.com` and answer with headers meant for
 * `admin.shopify.com`. This file, loaded before them, sends those calls to the local store and lets the local store's admin
 * page embed the app. It must come first because shopify-api keeps the `fetch` that it finds when it is imported.
 *
 * It is impossible to switch on in production: without LOCAL_STORE_URL it does nothing, and with LOCAL_STORE_URL it refuses to
 * run under any API key but the local store's own, whose secret is public.
 *
 * Node runs this file directly and strips its types: only erasable syntax, no imports but Node's own.
 */
import { ServerResponse } from "node:http";

const LOCAL_API_KEY = "backroom-local";

const localStoreUrl = process.env.LOCAL_STORE_URL;
if (localStoreUrl) {
  if (process.env.SHOPIFY_API_KEY !== LOCAL_API_KEY)
    throw new Error(
      `LOCAL_STORE_URL is set, but SHOPIFY_API_KEY is not "${LOCAL_API_KEY}". The local store's bridge never runs beside a real ` +
        "application: remove LOCAL_STORE_URL, or use the local API key.",
    );
  const localStore = new URL(localStoreUrl);
  sendAdminApiCallsTo(localStore);
  letAdminPageEmbedTheApp(localStore.origin);
}

/** Sends every request to a `*.myshopify.com` host to the local store; X-Forwarded-Host carries which shop was meant. */
function sendAdminApiCallsTo(localStore: URL): void {
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
 * Adapts the headers of every response, also of resource routes, at the last moment: `frame-ancestors` gains the local store's
 * origin, the preload of Shopify's CDN goes, and redirects to the Shopify admin go to the local store's.
 */
function letAdminPageEmbedTheApp(origin: string): void {
  const writeHead = ServerResponse.prototype.writeHead;
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: unknown[]) {
    const given = args.at(-1);
    const inline = typeof given === "object" && given !== null ? given : undefined;
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

/** The headers that `writeHead(status, headers)` was given, in either of the two forms that Node accepts. */
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
  change: (value: string) => string | undefined,
): void {
  const value = response.getHeader(name);
  if (value === undefined) return;
  const changed = change(Array.isArray(value) ? value.join(", ") : String(value));
  if (changed === undefined) response.removeHeader(name);
  else response.setHeader(name, changed);
}
