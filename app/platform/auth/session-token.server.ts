import { RequestedTokenType } from "@shopify/shopify-api";
import { isShopDomain } from "~/platform/db/with-shop.server";
import { Refusal } from "../errors";
import { findSignedIn, type SignedIn } from "./administrators.server";
import { shopify } from "./shopify.server";
import { shopifyApi } from "./shopify-api.server";
import { isTokenRequestRefused } from "./token-endpoint.server";

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

/**
 * The request for Shopify's library, which accepts tokens without an expiry and doesn't compare issuer and shop. An invalid token is
 * replaced, so that the library treats the request as one with an expired token.
 * @returns the request, and the person its token was issued for; null without a valid token
 */
export async function withoutInvalidToken(
  request: Request,
): Promise<{ request: Request; subject: TokenSubject | null }> {
  const url = new URL(request.url);
  const token = bearerToken(request.headers.get("authorization")) ?? url.searchParams.get("id_token");
  if (!token) return { request, subject: null };
  const subject = await verifySessionToken(token);
  if (subject) return { request, subject };
  const headers = new Headers(request.headers);
  if (headers.has("authorization")) headers.set("authorization", "Bearer invalid");
  if (url.searchParams.has("id_token")) url.searchParams.set("id_token", "invalid");
  const init = { method: request.method, headers, signal: request.signal };
  return { request: new Request(url, init), subject: null };
}

/**
 * Verifies a session token and finds its shop and administrator. A person who opens the app for the first time is signed in by
 * Shopify's token exchange.
 * @returns null when the token is not valid or Shopify does not know the person.
 * @throws 503 when no one can be signed in at the moment
 */
export async function signedInBy(token: string): Promise<SignedIn | null> {
  const subject = await verifySessionToken(token);
  if (!subject) return null;
  const { shop, administratorId } = subject;
  return (
    (await findSignedIn(shop, administratorId)) ?? (await signInByTokenExchange(token, shop, administratorId))
  );
}

async function signInByTokenExchange(token: string, domain: string, id: string): Promise<SignedIn | null> {
  const request = new Request(`${process.env.SHOPIFY_APP_URL}/api`, {
    headers: { authorization: `Bearer ${token}` },
  });
  try {
    await shopify.authenticate.admin(request);
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    if (error.status < 500 || (await isExchangeRefused(token, domain))) return null;
    throw signInUnavailable();
  }
  return findSignedIn(domain, id);
}

/** The library answers an outage as it does the token of a shop that Shopify doesn't know. */
const isExchangeRefused = (token: string, shop: string): Promise<boolean> =>
  isTokenRequestRefused(shop, {
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: token,
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    requested_token_type: RequestedTokenType.OnlineAccessToken,
  }).catch(() => false);

const signInUnavailable = () =>
  new Refusal(
    503,
    "SIGN_IN_UNAVAILABLE",
    "Shopify can't sign you in at the moment. Try again in a few minutes.",
  );
