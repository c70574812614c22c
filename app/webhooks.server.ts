import { forgetAccessToken } from "~/connectors/shopify/access-token.server";
import { redactCustomer, redactShop, reportOnCustomer } from "~/domain/compliance/redact.server";
import { type CustomerWebhook, receiveCustomerWebhook } from "~/domain/customers/webhooks.server";
import { shopify } from "~/platform/auth/shopify.server";
import { forgetInstallation } from "~/platform/auth/shops.server";
import { log } from "~/platform/log.server";

/**
 * Takes in one webhook: Shopify's library verifies its signature (a bad one is 401), then the topic decides. Every answer
 * but 200 makes Shopify send it again.
 */
export async function receiveWebhook(request: Request): Promise<Response> {
  // The library gives the id of the delivery; the id of the event stays the same when Shopify sends it once more.
  const eventId = request.headers.get("X-Shopify-Event-Id");
  const { topic, shop, payload, webhookId } = await shopify.authenticate.webhook(request);
  log.debug({ topic, shop }, "a webhook came in");
  switch (topic) {
    case "APP_UNINSTALLED":
      forgetAccessToken(shop);
      await forgetInstallation(shop);
      break;
    case "CUSTOMERS_DATA_REQUEST":
      await reportOnCustomer(shop, payload);
      break;
    case "CUSTOMERS_REDACT":
      await redactCustomer(shop, payload);
      break;
    case "SHOP_REDACT":
      await redactShop(shop);
      break;
    default:
      await receiveCustomerWebhook({
        shop,
        topic,
        deliveryId: `${topic}:${eventId ?? webhookId}`,
        payload: payload as CustomerWebhook["payload"],
      });
  }
  return new Response();
}
