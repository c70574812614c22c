import { onAdminMessage, sendToAdmin } from "./connection.ts";

const waiting = new Map<string, (token: string) => void>();
let cached = "";

onAdminMessage((message) => {
  if (message.type !== "id-token") return;
  waiting.get(message.id)?.(message.token);
  waiting.delete(message.id);
});

/** Requests a session token from the admin page. Without `fresh`, a cached token may be returned. */
export async function idToken({ fresh }: { fresh: boolean }): Promise<string> {
  if (!fresh && expiry(cached) > Date.now() + 2_000) return cached;
  const id = crypto.randomUUID();
  cached = await new Promise<string>((resolve) => {
    waiting.set(id, resolve);
    sendToAdmin({ type: "id-token", id });
  });
  return cached;
}

/** The expiry of a token in milliseconds since 1970, or 0 if it is invalid. */
function expiry(token: string): number {
  const payload = token.split(".")[1];
  if (!payload) return 0;
  const claims: { exp: number } = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/")));
  return claims.exp * 1000;
}
