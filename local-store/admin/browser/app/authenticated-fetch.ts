import { sendToAdmin } from "./connection.ts";
import { idToken } from "./id-token.ts";

/**
 * Patches `fetch` to send the session token to the app's origin, to retry once with a fresh token if it has expired, and to leave the
 * frame if the server requests it.
 */
export function patchFetch(): void {
  const originalFetch = window.fetch;
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const isSameOrigin = new URL(request.url).origin === location.origin;
    if (!isSameOrigin || request.headers.has("Authorization")) return originalFetch(input, init);

    const attempt = async (fresh: boolean) => {
      const authorized = new Request(request.clone());
      authorized.headers.set("Authorization", `Bearer ${await idToken({ fresh })}`);
      authorized.headers.set("X-Requested-With", "XMLHttpRequest");
      return originalFetch(authorized);
    };
    let response = await attempt(false);
    if (response.headers.get("X-Shopify-Retry-Invalid-Session-Request")) response = await attempt(true);
    const reauthorizeUrl = response.headers.get("X-Shopify-API-Request-Failure-Reauthorize-Url");
    if (reauthorizeUrl) sendToAdmin({ type: "open", url: reauthorizeUrl });
    return response;
  };
}
