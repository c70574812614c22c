import { bearerToken, type TokenSubject, verifySessionToken } from "./verify-session-token.server";

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
