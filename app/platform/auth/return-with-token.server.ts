import { isLocalMode } from "../app-address.server";
import { createNonce, pagePolicy } from "./page-policy.server";

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
