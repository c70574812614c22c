import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";

/**
 * The claims of a session token.
 * Source: https://shopify.dev/docs/apps/build/authentication-authorization/session-tokens
 */
export interface SessionTokenClaims {
  iss: string;
  dest: string;
  aud: string;
  sub: string;
  exp: number;
  nbf: number;
  iat: number;
  jti: string;
  sid: string;
}

export interface MintOptions {
  shopDomain: string;
  administratorId: string;
  apiKey: string;
  apiSecret: string;
  now: Date;
  /** Lifetime in seconds (60 at Shopify). With zero or less, the token is already expired. */
  lifetimeSeconds: number;
}

/** Signs a session token as the Shopify admin does for App Bridge (HS256 with the app's secret). */
export function mintSessionToken(options: MintOptions): string {
  const now = Math.floor(options.now.getTime() / 1000);
  const expires = now + options.lifetimeSeconds;
  const issued = Math.min(now, expires - 60);
  const claims: SessionTokenClaims = {
    iss: `https://${options.shopDomain}/admin`,
    dest: `https://${options.shopDomain}`,
    aud: options.apiKey,
    sub: options.administratorId,
    exp: expires,
    nbf: options.lifetimeSeconds > 0 ? now : issued,
    iat: options.lifetimeSeconds > 0 ? now : issued,
    jti: randomUUID(),
    sid: randomBytes(32).toString("hex"),
  };
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${signature(signed, options.apiSecret)}`;
}

/** Returns the claims of a token with a valid signature, audience, issuer, and lifetime, or undefined. */
export function verifySessionToken(
  token: string,
  expected: { apiKey: string; apiSecret: string; now: Date },
): SessionTokenClaims | undefined {
  const [header, payload, mac, ...rest] = token.split(".");
  if (!header || !payload || !mac || rest.length > 0) return undefined;
  if (!equal(mac, signature(`${header}.${payload}`, expected.apiSecret))) return undefined;
  const algorithm = decode<{ alg?: string }>(header)?.alg;
  const claims = decode<SessionTokenClaims>(payload);
  const now = expected.now.getTime() / 1000;
  if (algorithm !== "HS256" || !claims) return undefined;
  if (claims.aud !== expected.apiKey || claims.iss !== `${claims.dest}/admin`) return undefined;
  return claims.exp > now && claims.nbf <= now + 5 ? claims : undefined;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decode<T>(part: string): T | undefined {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as T;
  } catch {
    return undefined;
  }
}

function signature(text: string, secret: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}

function equal(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
