import { ApiVersion, LogSeverity, shopifyApi } from "@shopify/shopify-api";
import { isShopDomain } from "../db/with-shop.server";
import { log, withoutSecrets } from "../log.server";
import { findSignedIn, type SignedIn } from "./administrators.server";
import { shopify } from "./shopify.server";

const api = shopifyApi({
  apiKey: process.env.SHOPIFY_API_KEY ?? "",
  apiSecretKey: process.env.SHOPIFY_API_SECRET ?? "",
  apiVersion: ApiVersion.October26,
  hostName: new URL(process.env.SHOPIFY_APP_URL || "https://localhost").host,
  isEmbeddedApp: true,
  // It is used only to verify tokens. Its startup messages would be plain text in the JSON log.
  logger: {
    level: LogSeverity.Warning,
    log: async (_severity, message) => log.warn({ from: "shopify-api" }, withoutSecrets(message)),
  },
});

/**
 * Verifies a session token's signature, audience and expiry, and finds its shop and administrator. A person who opens the app for
 * the first time is signed in by Shopify's token exchange.
 * @returns null when the token is not valid or Shopify does not know the person.
 */
export async function signedInBy(token: string): Promise<SignedIn | null> {
  const claims = await api.session.decodeSessionToken(token).catch(() => null);
  const domain = claims && shopFromClaims(claims);
  if (!domain) return null;
  return (await findSignedIn(domain, claims.sub)) ?? (await signInByTokenExchange(token, domain, claims.sub));
}

/**
 * Verifies the claims that the library doesn't: a subject, an expiry, a shop as destination, and the same shop as issuer. See
 * https://shopify.dev/docs/apps/build/authentication-authorization/session-tokens.
 * @returns null when a claim is missing or wrong
 */
function shopFromClaims({
  dest,
  iss,
  sub,
  exp,
}: Awaited<ReturnType<typeof api.session.decodeSessionToken>>): string | null {
  const complete = [dest, iss, sub].every((claim) => typeof claim === "string") && typeof exp === "number";
  const domain = complete && dest.startsWith("https://") ? dest.slice("https://".length) : "";
  return isShopDomain(domain) && iss === `${dest}/admin` && /^\d{1,19}$/.test(sub) ? domain : null;
}

async function signInByTokenExchange(token: string, domain: string, id: string): Promise<SignedIn | null> {
  const request = new Request(`${process.env.SHOPIFY_APP_URL}/api`, {
    headers: { authorization: `Bearer ${token}` },
  });
  try {
    await shopify.authenticate.admin(request);
  } catch (error) {
    if (error instanceof Response) return null;
    throw error;
  }
  return findSignedIn(domain, id);
}
