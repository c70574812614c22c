import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { type OutboundRequest, sendOutbound } from "~/platform/outbound.server";
import { type UpsAccess, UpsFailed, UpsRefused } from "./port";

const ANSWER_WITHIN_MS = 25_000;
/** In characters. An answer with a label is the longest: it has the image in Base64. */
const MAX_ANSWER_LENGTH = 4_000_000;
/** A token is renewed this long before it expires. */
const RENEW_BEFORE_MS = 60_000;

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.coerce.number() });
const errorAnswer = z.object({
  response: z.object({ errors: z.array(z.object({ code: z.coerce.string(), message: z.string() })).min(1) }),
});

/** Tokens by account. A process uses one for hours. */
const tokens = new Map<string, { token: string; expiresAt: number }>();

/** A request to UPS. */
interface UpsRequest {
  method: OutboundRequest["method"];
  /** Below `/api`. */
  path: string;
  body?: unknown;
}

/**
 * Sends a request with the account's token.
 * @throws UpsRefused: nothing was done. UpsFailed for 408, 429 and 5xx, and any other error: the outcome must be looked up
 */
export async function sendToUps(access: UpsAccess, request: UpsRequest): Promise<unknown> {
  const first = await sendWithToken(access, request, await tokenOf(access));
  if (first.status !== 401) return readAnswer(first);
  // UPS can revoke a token before it expires. A request that was answered with 401 was not executed, so it is safe to repeat.
  tokens.delete(tokenKey(access));
  return readAnswer(await sendWithToken(access, request, await tokenOf(access)));
}

function sendWithToken({ baseUrl }: UpsAccess, { method, path, body }: UpsRequest, token: string) {
  return sendOutbound(`${baseUrl}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      // UPS requires both for tracking.
      transId: randomUUID(),
      transactionSrc: "Backroom",
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    timeoutMs: ANSWER_WITHIN_MS,
    maxLength: MAX_ANSWER_LENGTH,
  });
}

async function tokenOf(access: UpsAccess): Promise<string> {
  const stored = tokens.get(tokenKey(access));
  return stored && stored.expiresAt > Date.now() ? stored.token : renewToken(access);
}

/** Gets a token for the account. @throws UpsRefused for a client or a secret that UPS doesn't accept */
export async function renewToken(access: UpsAccess): Promise<string> {
  const { baseUrl, clientId, key } = access;
  const answer = await sendOutbound(`${baseUrl}/security/v1/oauth/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${key}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
    timeoutMs: ANSWER_WITHIN_MS,
  });
  const { access_token: token, expires_in: seconds } = tokenAnswer.parse(readAnswer(answer));
  tokens.set(tokenKey(access), { token, expiresAt: Date.now() + seconds * 1_000 - RENEW_BEFORE_MS });
  return token;
}

/** Includes the secret, so that a changed secret isn't used with the earlier token. */
const tokenKey = ({ baseUrl, clientId, key }: UpsAccess): string =>
  createHash("sha256")
    .update(JSON.stringify([baseUrl, clientId, key]))
    .digest("hex");

function readAnswer({ status, body }: { status: number; body: string }): unknown {
  if (status >= 200 && status < 300) return JSON.parse(body);
  // After 408 and 429, nothing was done either, but another attempt may succeed.
  if (status >= 500 || status === 408 || status === 429) throw new UpsFailed(`UPS answered ${status}.`);
  const parsed = errorAnswer.safeParse(jsonIn(body));
  const [error] = parsed.data?.response.errors ?? [];
  throw new UpsRefused(error?.code ?? String(status), error?.message ?? `HTTP ${status}`);
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
