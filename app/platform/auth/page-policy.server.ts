import { randomBytes } from "node:crypto";
import { isLocalMode } from "../app-address.server";
import { isShopDomain } from "../db/with-shop.server";

/** The host of App Bridge and of what it loads. */
const APP_BRIDGE_HOST = "https://cdn.shopify.com";
/** Where App Bridge reports how fast pages load. */
const APP_BRIDGE_REPORTS = "https://monorail-edge.shopifysvc.com";

/** A value for the scripts of one document. */
export const createNonce = (): string => randomBytes(16).toString("base64");

/**
 * The Content-Security-Policy of a document in the admin. Only our own files, App Bridge and the scripts with the document's nonce run.
 * Shopify's library allows more embedding pages (Shopify's own development hosts), and any page where the address has no shop.
 * Styles aren't limited, because Polaris sets them on elements.
 * @param url of the request. Its shop may embed the page
 */
export function pagePolicy(url: string, nonce: string): string {
  const shop = new URL(url).searchParams.get("shop");
  const appBridge = (isLocalMode() && originOf(process.env.APP_BRIDGE_URL)) || APP_BRIDGE_HOST;
  const directives = {
    "frame-ancestors": [
      ...(shop && isShopDomain(shop) ? [`https://${shop}`] : []),
      "https://admin.shopify.com",
    ],
    "script-src": ["'self'", `'nonce-${nonce}'`, appBridge],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    // Not every browser takes a socket of the same host for 'self'. In development, Vite's socket has a port of its own.
    "connect-src": ["'self'", ...(import.meta.env.DEV ? ["ws:"] : socketOrigins()), APP_BRIDGE_REPORTS],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");
}

function originOf(url: string | undefined): string | null {
  return url ? new URL(url).origin : null;
}

function socketOrigins(): string[] {
  const origin = originOf(process.env.SHOPIFY_APP_URL);
  return origin ? [origin.replace(/^http/, "ws")] : [];
}

/**
 * Our policy for a page that Shopify's authentication answers by itself: a script that loads App Bridge and leaves the frame. Redirects and
 * refusals stay as they are.
 */
export async function withPagePolicy(answer: Response, url: string): Promise<Response> {
  if (!answer.headers.get("content-type")?.startsWith("text/html")) return answer;
  const nonce = createNonce();
  const headers = new Headers(answer.headers);
  headers.set("Content-Security-Policy", pagePolicy(url, nonce));
  const html = (await answer.text()).replaceAll("<script", `<script nonce="${nonce}"`);
  return new Response(html, { status: answer.status, headers });
}

const APP_BRIDGE = "https://cdn.shopify.com/shopifycloud/app-bridge.js";
/** When the page was opened with a new token, as seconds since 1970. It keeps a token that is never accepted from opening it for ever. */
const RETURNED_AT = "returned_at";
const REPEATED_WITHIN_SECONDS = 10;

/**
 * A page that was opened without a valid session token, such as by a reload, comes here. The answer is a document that asks App Bridge
 * for a token and opens the page with it. App Bridge's own way fetches the page and writes it into this document, which would keep this
 * document's policy, and with it none of the page's scripts would run.
 * @param request has the page's address in `shopify-reload`, from Shopify's library
 * @returns null for another request
 */
export function returnWithToken(request: Request): Response | null {
  const url = new URL(request.url);
  const reload = url.searchParams.get("shopify-reload");
  if (reload === null) return null;
  const target = ownAddress(reload);
  const now = Math.floor(Date.now() / 1000);
  const isRepeated = now - Number(target.searchParams.get(RETURNED_AT) ?? 0) < REPEATED_WITHIN_SECONDS;
  target.searchParams.set(RETURNED_AT, String(now));
  const nonce = createNonce();
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": pagePolicy(request.url, nonce),
  };
  return new Response(isRepeated ? REFUSED : documentFor(`${target.pathname}${target.search}`, nonce), {
    status: isRepeated ? 401 : 200,
    headers,
  });
}

const REFUSED =
  '<!DOCTYPE html><html lang="en"><title>Backroom</title><p>Your session couldn\'t be verified. Check the date and time of this device, and open Backroom again from the Shopify admin.</p></html>';

/** An address of this app. Another one, which only a forged link has, becomes the home page. */
function ownAddress(reload: string): URL {
  const app = new URL(process.env.SHOPIFY_APP_URL ?? "");
  const target = URL.parse(reload, app);
  return target?.origin === app.origin ? target : app;
}

function documentFor(address: string, nonce: string): string {
  const appBridge = (isLocalMode() && process.env.APP_BRIDGE_URL) || APP_BRIDGE;
  // "<" would end the script in an address that contains "</script>".
  const target = JSON.stringify(address).replaceAll("<", "\\u003c");
  return `<!DOCTYPE html><html lang="en"><title>Backroom</title>
<script nonce="${nonce}">
  // App Bridge would act on the parameter by itself.
  const here = new URL(location.href);
  here.searchParams.delete("shopify-reload");
  history.replaceState(null, "", here);
</script>
<script nonce="${nonce}" src="${appBridge}" data-api-key="${process.env.SHOPIFY_API_KEY}"></script>
<script nonce="${nonce}">
  shopify.idToken().then((token) => {
    const target = new URL(${target}, location.origin);
    target.searchParams.set("id_token", token);
    location.replace(target);
  });
</script></html>`;
}
