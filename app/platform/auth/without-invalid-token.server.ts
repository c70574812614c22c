import { bearerToken, verifySessionToken } from "./verify-session-token.server";

/**
 * The request for Shopify's library, which accepts tokens without an expiry and doesn't compare issuer and shop. An invalid token is
 * replaced, so that the library treats the request as one with an expired token.
 */
export async function withoutInvalidToken(request: Request): Promise<Request> {
  const url = new URL(request.url);
  const token = bearerToken(request.headers.get("authorization")) ?? url.searchParams.get("id_token");
  if (!token || (await verifySessionToken(token))) return request;
  const headers = new Headers(request.headers);
  if (headers.has("authorization")) headers.set("authorization", "Bearer invalid");
  if (url.searchParams.has("id_token")) url.searchParams.set("id_token", "invalid");
  return new Request(url, { method: request.method, headers, signal: request.signal });
}
