import { shopify } from "~/platform/auth/shopify.server";
import { upstreamFailed } from "~/platform/errors";

const KEPT_MS = 60_000;
const tokens = new Map<string, { token: string; until: number }>();

/**
 * The app's offline token for a shop; the library renews it when it expires.
 * @throws a 502 refusal when the app is not installed there.
 */
export async function offlineAccessToken(shop: string): Promise<string> {
  const kept = tokens.get(shop);
  if (kept && kept.until > Date.now()) return kept.token;
  const { session } = await shopify.unauthenticated.admin(shop).catch(() => {
    throw upstreamFailed("The app is not connected to this shop. Open it once in the Shopify admin.");
  });
  if (!session.accessToken)
    throw upstreamFailed("The app is not connected to this shop. Open it once in the Shopify admin.");
  tokens.set(shop, { token: session.accessToken, until: Date.now() + KEPT_MS });
  return session.accessToken;
}

/** Forgets a token that Shopify refused, so that the next call asks for a fresh one. */
export function forgetAccessToken(shop: string): void {
  tokens.delete(shop);
}
