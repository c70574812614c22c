import { shopify } from "~/platform/auth/shopify.server";
import { isDatabaseUnavailable } from "~/platform/errors";
import { NotConnected } from "./port";

const CACHE_MS = 60_000;
const tokens = new Map<string, { token: string; until: number }>();

/**
 * The app's offline token for a shop. The library renews it when it expires.
 * @throws `NotConnected` (a 502 refusal) when the app is not installed there, `DatabaseUnavailable` when its session can't be read.
 */
export async function offlineAccessToken(shop: string): Promise<string> {
  const cached = tokens.get(shop);
  if (cached && cached.until > Date.now()) return cached.token;
  const { session } = await shopify.unauthenticated.admin(shop).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error;
    throw new NotConnected();
  });
  if (!session.accessToken) throw new NotConnected();
  tokens.set(shop, { token: session.accessToken, until: Date.now() + CACHE_MS });
  return session.accessToken;
}

/** Drops a token that Shopify refused, so that the next call requests a new one. */
export function forgetAccessToken(shop: string): void {
  tokens.delete(shop);
}
