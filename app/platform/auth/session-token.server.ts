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
  // It only checks tokens; what it has to say at its start would stand in the log as plain text.
  logger: {
    level: LogSeverity.Warning,
    log: async (_severity, message) => log.warn({ from: "shopify-api" }, withoutSecrets(message)),
  },
});

/**
 * Who a session token belongs to: its signature, audience and life are verified, then shop and person are looked up.
 * Somebody who has not opened the console yet is signed in first, by Shopify's token exchange.
 * @returns null when the token is not valid or Shopify does not know the person.
 */
export async function signedInBy(token: string): Promise<SignedIn | null> {
  const claims = await api.session.decodeSessionToken(token).catch(() => null);
  const domain = claims && shopNamedIn(claims);
  if (!domain) return null;
  return (await findSignedIn(domain, claims.sub)) ?? (await signInFirst(token, domain, claims.sub));
}

/**
 * The library verifies signature, audience and times, and no more. The rest of what
 * https://shopify.dev/docs/apps/build/authentication-authorization/session-tokens demands: a subject, an end of life, a shop
 * as destination, and that this very shop issued the token.
 * @returns null when a claim is missing or wrong
 */
function shopNamedIn({
  dest,
  iss,
  sub,
  exp,
}: Awaited<ReturnType<typeof api.session.decodeSessionToken>>): string | null {
  const complete = [dest, iss, sub].every((claim) => typeof claim === "string") && typeof exp === "number";
  const domain = complete && dest.startsWith("https://") ? dest.slice("https://".length) : "";
  return isShopDomain(domain) && iss === `${dest}/admin` && /^\d{1,19}$/.test(sub) ? domain : null;
}

async function signInFirst(token: string, domain: string, id: string): Promise<SignedIn | null> {
  const request = new Request(`${process.env.SHOPIFY_APP_URL}/api`, {
    headers: { authorization: `Bearer ${token}` },
  });
  try {
    await shopify.authenticate.admin(request);
  } catch (refused) {
    if (refused instanceof Response) return null;
    throw refused;
  }
  return findSignedIn(domain, id);
}
