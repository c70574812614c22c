/** A webhook from Shopify whose signature has been verified. */
export interface WebhookDelivery<Payload = unknown> {
  shop: string;
  /** Shopify's name of the topic in capitals, for example `CUSTOMERS_UPDATE`. */
  topic: string;
  /** The same for every repetition of a delivery. */
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
 * Declares a handler. The payload's type says which of Shopify's fields it reads.
 * @param topics subscribed to in `shopify.app.toml`, too
 */
export const webhookHandler = <Payload>(
  name: string,
  topics: readonly string[],
  receive: (delivery: WebhookDelivery<Payload>) => Promise<void>,
  { isForGoneShops = false } = {},
): WebhookHandler => ({
  kind: "webhook handler",
  name,
  topics,
  isForGoneShops,
  receive: receive as WebhookHandler["receive"],
});
