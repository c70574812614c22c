import { shopify } from "~/platform/auth/shopify.server";
import { refusalWithin } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { app } from "./app.server";

/**
 * Receives one webhook: Shopify's library verifies its signature (a bad one is 401), then the modules' handlers get it.
 * Shopify repeats a delivery after any answer but 200.
 */
export async function receiveWebhook(request: Request): Promise<Response> {
  // The library gives the id of the delivery. The id of the event stays the same when Shopify repeats it.
  const eventId = request.headers.get("X-Shopify-Event-Id");
  const triggeredAt = instantIn(request.headers.get("X-Shopify-Triggered-At"));
  try {
    const { topic, shop, payload, webhookId } = await shopify.authenticate.webhook(request);
    log.debug({ topic, shop }, "a webhook was received");
    await app.receiveWebhook({
      shop,
      topic,
      deliveryId: `${topic}:${eventId ?? webhookId}`,
      triggeredAt,
      payload,
    });
    return new Response();
  } catch (error) {
    const refusal = refusalWithin(error);
    if (!refusal) throw error;
    return new Response(refusal.message, { status: refusal.status });
  }
}

/** When the event happened. A message without a valid time counts as of now. */
function instantIn(header: string | null): Date {
  const instant = new Date(header ?? "");
  return Number.isNaN(instant.getTime()) ? new Date() : instant;
}
