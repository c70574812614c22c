import { findSignedIn, type SignedIn } from "./administrators.server";
import { shopify } from "./shopify.server";
import { verifySessionToken } from "./verify-session-token.server";

/**
 * Verifies a session token and finds its shop and administrator. A person who opens the app for the first time is signed in by
 * Shopify's token exchange.
 * @returns null when the token is not valid or Shopify does not know the person.
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
    if (error instanceof Response) return null;
    throw error;
  }
  return findSignedIn(domain, id);
}
