import { isShopDomain } from "../db/with-shop.server";
import { shopifyApi } from "./shopify-api.server";

/** The person and the shop that a session token was issued for. */
export interface TokenSubject {
  shop: string;
  administratorId: string;
}

/** Tokens that were found valid, the oldest first. App Bridge sends each for up to a minute. */
const verifiedTokens = new Map<string, { subject: TokenSubject; expiresAt: number }>();

const MAX_VERIFIED_TOKENS = 1_000;

/**
 * Who a session token was issued for. One that was found valid stays valid until it expires, so its signature is checked once.
 * @returns null when the token isn't valid
 */
export async function verifySessionToken(token: string): Promise<TokenSubject | null> {
  const cached = verifiedTokens.get(token);
  if (cached && Date.now() < cached.expiresAt) return cached.subject;
  verifiedTokens.delete(token);
  const verified = await verify(token);
  if (!verified) return null;
  const [oldest] = verifiedTokens.keys();
  if (oldest !== undefined && verifiedTokens.size >= MAX_VERIFIED_TOKENS) verifiedTokens.delete(oldest);
  verifiedTokens.set(token, verified);
  return verified.subject;
}

/**
 * The only check of session tokens, for pages, calls and sockets: signature, audience and time by Shopify's library, and the claims
 * that the library doesn't check: a subject, an expiry, a shop as destination over https, and the same shop as issuer. See
 * https://shopify.dev/docs/apps/build/authentication-authorization/session-tokens.
 */
async function verify(token: string): Promise<{ subject: TokenSubject; expiresAt: number } | null> {
  const claims = await shopifyApi.session.decodeSessionToken(token).catch(() => null);
  if (!claims) return null;
  const { dest, iss, sub, exp } = claims;
  const isComplete = [dest, iss, sub].every((claim) => typeof claim === "string") && typeof exp === "number";
  const shop = isComplete && dest.startsWith("https://") ? dest.slice("https://".length) : "";
  const isValid = isShopDomain(shop) && iss === `${dest}/admin` && /^\d{1,19}$/.test(sub);
  return isValid ? { subject: { shop, administratorId: sub }, expiresAt: exp * 1000 } : null;
}

/** The token in an `Authorization: Bearer` header. */
export const bearerToken = (authorization: string | null | undefined): string | undefined =>
  /^Bearer (.+)$/.exec(authorization ?? "")?.[1];
