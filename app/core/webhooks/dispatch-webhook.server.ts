import { findShop } from "~/platform/auth/shops.server";
import { log } from "~/platform/log.server";
import type { WebhookDelivery, WebhookHandler } from "./webhook-handler.server";

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
