import { tellAdmin } from "./connection.ts";
import { idToken } from "./id-token.ts";

/**
 * Makes `fetch` send the session token to the app's own origin, ask once more with a fresh token when the server says that it
 * has expired, and follow the server's wish to leave the frame.
 */
export function patchFetch(): void {
  const originalFetch = window.fetch;
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const isOwn = new URL(request.url).origin === location.origin;
    if (!isOwn || request.headers.has("Authorization")) return originalFetch(input, init);

    const attempt = async (fresh: boolean) => {
      const authorized = new Request(request.clone());
      authorized.headers.set("Authorization", `Bearer ${await idToken({ fresh })}`);
      authorized.headers.set("X-Requested-With", "XMLHttpRequest");
      return originalFetch(authorized);
    };
    let response = await attempt(false);
    if (response.headers.get("X-Shopify-Retry-Invalid-Session-Request")) response = await attempt(true);
    const leaveTo = response.headers.get("X-Shopify-API-Request-Failure-Reauthorize-Url");
    if (leaveTo) tellAdmin({ type: "open", url: leaveTo });
    return response;
  };
}
