import { z } from "zod";
import { findShop } from "~/platform/auth/shops.server";
import { log } from "~/platform/log.server";

/** A webhook from Shopify whose signature has been verified. */
export interface WebhookDelivery<Payload = unknown> {
  shop: string;
  /** Shopify's name of the topic in capitals, for example `CUSTOMERS_UPDATE`. */
  topic: string;
  /** Equal for each repetition of a delivery. */
  deliveryId: string;
  /** When the event happened. */
  triggeredAt: Date;
  payload: Payload;
}

/** What a module does about webhooks of its topics. Deliveries come at least once and in any order. */
export interface WebhookHandler {
  kind: "webhook handler";
  /** Unique, such as "customers.mirror". */
  name: string;
  topics: readonly string[];
  /** For shops that have removed the app, too. Nothing may be written about them again, except by such a handler. */
  isForGoneShops: boolean;
  receive(delivery: WebhookDelivery): Promise<void>;
}

/**
 * Declares a handler.
 * @param topics subscribed to in `shopify.app.toml`, too
 * @param options.payload which of Shopify's fields it reads. A payload that doesn't fit is refused with 400
 */
export const webhookHandler = <Payload = unknown>(
  name: string,
  topics: readonly string[],
  receive: (delivery: WebhookDelivery<Payload>) => Promise<void>,
  { isForGoneShops = false, payload: shape }: { isForGoneShops?: boolean; payload?: z.ZodType<Payload> } = {},
): WebhookHandler => ({
  kind: "webhook handler",
  name,
  topics,
  isForGoneShops,
  receive: (delivery) =>
    receive({ ...delivery, payload: shape ? shape.parse(delivery.payload) : (delivery.payload as Payload) }),
});

/** A field that a handler can do without. A value of another kind counts as missing. */
export const ifReadable = <Shape extends z.ZodType>(shape: Shape) => z.optional(shape).catch(undefined);

/** A time that PostgreSQL can read. */
export const payloadTime = ifReadable(z.string().refine((text) => !Number.isNaN(Date.parse(text))));

/** Hands a verified webhook to every handler of its topic, in the order of the list of modules. */
export async function dispatchWebhook(
  handlers: readonly WebhookHandler[],
  delivery: WebhookDelivery,
): Promise<void> {
  const { shop, topic, deliveryId } = delivery;
  const matching = handlers.filter(({ topics }) => topics.includes(topic));
  if (matching.length === 0) log.warn({ topic, shop }, "a webhook of a topic without a handler was ignored");
  for (const [index, handler] of matching.entries()) {
    if (!handler.isForGoneShops && !(await findShop(shop))) continue;
    // Each handler records the delivery in its own transaction, so each needs an id of its own.
    await handler.receive({
      ...delivery,
      deliveryId: index === 0 ? deliveryId : `${deliveryId}:${handler.name}`,
    });
  }
}
