import { tracedFetch } from "../trace.server";
import { shopifyApi } from "./shopify-api.server";

const ANSWER_WITHIN_MS = 30_000;

/**
 * Whether Shopify refuses a request for a token. The library fails in the same way when Shopify can't be reached. Its own requests
 * aren't used, because they hide the status of an answer that isn't JSON.
 * @param body without the app's credentials
 * @throws when Shopify can't be reached
 */
export async function isTokenRequestRefused(shop: string, body: Record<string, unknown>): Promise<boolean> {
  const { status } = await tracedFetch("Shopify token", `https://${shop}/admin/oauth/access_token`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({
      client_id: shopifyApi.config.apiKey,
      client_secret: shopifyApi.config.apiSecretKey,
      ...body,
    }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
