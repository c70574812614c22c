import { createHmac } from "node:crypto";

/** The `X-Shopify-Hmac-Sha256` header of a body: the base64 HMAC-SHA256 with the app's secret. */
export function signBody(body: string, secret: string): string {
  return createHmac("sha256", secret).update(body, "utf8").digest("base64");
}
