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
