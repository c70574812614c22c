import { requireNewSignIns, sealedSessionStorage } from "~/platform/auth/session-storage.server";
import { shopify } from "~/platform/auth/shopify.server";
import { shopifyApi } from "~/platform/auth/shopify-api.server";
import { isTokenRequestRefused } from "~/platform/auth/token-endpoint.server";
import { isDatabaseUnavailable } from "~/platform/errors";
import { NotConnected } from "./port";

const CACHE_MS = 60_000;
const tokens = new Map<string, { token: string; until: number }>();

/**
 * The app's offline token for a shop. The library renews it when it expires.
 * @throws `NotConnected` (a 502 refusal) when the app is not installed there, `DatabaseUnavailable` when its session can't be read, and
 * another error when the renewal failed without being refused
 */
export async function offlineAccessToken(shop: string): Promise<string> {
  const cached = tokens.get(shop);
  if (cached && cached.until > Date.now()) return cached.token;
  const { session } = await shopify.unauthenticated.admin(shop).catch(async (error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error;
    if (error instanceof Response && !(await isRenewalRefused(shop)))
      throw new Error("Shopify didn't renew the access token.");
    await requireNewSignIns(shop);
    throw new NotConnected();
  });
  if (!session.accessToken) throw new NotConnected();
  tokens.set(shop, { token: session.accessToken, until: Date.now() + CACHE_MS });
  return session.accessToken;
}

/**
 * Whether Shopify refuses to renew the stored token. If it is renewed here after all, the next attempt renews it again: Shopify takes a
 * refresh token until its replacement is used.
 * @throws when Shopify can't be reached
 */
async function isRenewalRefused(shop: string): Promise<boolean> {
  const session = await sealedSessionStorage.loadSession(shopifyApi.session.getOfflineId(shop));
  return isTokenRequestRefused(shop, {
    refresh_token: session?.refreshToken,
    grant_type: "refresh_token",
  });
}

/** Drops the token of a shop, so that the next call reads it again. */
export function forgetAccessToken(shop: string): void {
  tokens.delete(shop);
}

/** After Shopify refused a token: if the stored one is the same, the next person who opens the app gets a new one. */
export async function rejectAccessToken(shop: string, token: string): Promise<void> {
  const stored = await sealedSessionStorage.loadSession(shopifyApi.session.getOfflineId(shop));
  if (stored?.accessToken === token) await requireNewSignIns(shop);
}
