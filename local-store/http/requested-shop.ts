import type { IncomingMessage } from "node:http";

/** The shop of an OAuth token request. The app's processes send it in X-Forwarded-Host (bridge/register.ts). */
export function requestedShop(request: IncomingMessage): string {
  const forwarded = request.headers["x-forwarded-host"];
  const host = (Array.isArray(forwarded) ? forwarded[0] : forwarded) ?? request.headers.host ?? "";
  return host.split(":")[0]?.toLowerCase() ?? "";
}
