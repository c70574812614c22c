import { WebhookValidationErrorReason } from "@shopify/shopify-api";
import { z } from "zod";
import { shopifyApi } from "~/platform/auth/shopify-api.server";
import { parseStorableJson } from "~/platform/contract/storable-text";
import { isShopDomain } from "~/platform/db/with-shop.server";
import { badRequest, refusalFor } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { app } from "./app.server";

/**
 * Receives one webhook: Shopify's library verifies its signature (a bad one is 401), then the modules' handlers get it.
 * Shopify repeats a delivery after any answer but 200.
 */
export async function receiveWebhook(request: Request): Promise<Response> {
  if (request.method !== "POST") return new Response(null, { status: 405 });
  // The library gives the id of the delivery. The id of the event stays the same when Shopify repeats it.
  const eventId = request.headers.get("X-Shopify-Event-Id");
  const triggeredAt = instantIn(request.headers.get("X-Shopify-Triggered-At"));
  try {
    const rawBody = await request.text();
    const verified = await shopifyApi.webhooks.validate({ rawBody, rawRequest: request });
    if (!verified.valid) {
      const isForged = verified.reason === WebhookValidationErrorReason.InvalidHmac;
      return new Response(null, { status: isForged ? 401 : 400 });
    }
    const { topic, domain: shop, webhookId } = verified;
    if (!isShopDomain(shop)) throw badRequest("The webhook names no shop.");
    const payload = parseStorableJson(rawBody);
    if (!isObject(payload)) throw badRequest("The body isn't a JSON object.");
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
    const refusal = isUnreadable(error)
      ? badRequest("The body isn't what the topic has.")
      : refusalFor(error);
    if (!refusal) throw error;
    return new Response(refusal.message, { status: refusal.status });
  }
}

/** A body is parsed after its signature was verified. Handlers then check the fields that they read. */
const isUnreadable = (error: unknown): boolean => error instanceof SyntaxError || error instanceof z.ZodError;

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** When the event happened. A message without a valid time counts as of now. */
function instantIn(header: string | null): Date {
  const instant = new Date(header ?? "");
  return Number.isNaN(instant.getTime()) ? new Date() : instant;
}
