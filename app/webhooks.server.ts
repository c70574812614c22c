import { forgetAccessToken } from "~/connectors/shopify/access-token.server";
import { redactCustomer, reportOnCustomer } from "~/domain/compliance/redact.server";
import { requestShopRedaction } from "~/domain/compliance/redact-shop.server";
import { uninstall } from "~/domain/compliance/uninstall.server";
import {
  type CustomerWebhook,
  isCustomerTopic,
  receiveCustomerWebhook,
} from "~/domain/customers/webhooks.server";
import { acceptEnabled } from "~/domain/invitations/accept/enabled.server";
import {
  type CreditWebhook,
  isCreditTopic,
  receiveCreditWebhook,
} from "~/domain/ledger/compare/webhooks.server";
import { shopify } from "~/platform/auth/shopify.server";
import { findShop } from "~/platform/auth/shops.server";
import { log } from "~/platform/log.server";

/**
 * Takes in one webhook: Shopify's library verifies its signature (a bad one is 401), then the topic decides. Every answer
 * but 200 makes Shopify send it again.
 */
export async function receiveWebhook(request: Request): Promise<Response> {
  // The library gives the id of the delivery; the id of the event stays the same when Shopify sends it once more.
  const eventId = request.headers.get("X-Shopify-Event-Id");
  const triggeredAt = instantIn(request.headers.get("X-Shopify-Triggered-At"));
  const { topic, shop, payload, webhookId } = await shopify.authenticate.webhook(request);
  const deliveryId = `${topic}:${eventId ?? webhookId}`;
  log.debug({ topic, shop }, "a webhook came in");
  switch (topic) {
    case "APP_UNINSTALLED":
      forgetAccessToken(shop);
      await uninstall(shop, { deliveryId, triggeredAt });
      break;
    case "CUSTOMERS_ENABLE":
      await acceptEnabled(shop, payload.email, new Date());
      break;
    case "CUSTOMERS_DATA_REQUEST":
      await reportOnCustomer(shop, payload);
      break;
    case "CUSTOMERS_REDACT":
      await redactCustomer(shop, payload);
      break;
    case "SHOP_REDACT":
      await requestShopRedaction(shop, triggeredAt);
      break;
    default:
      if (!isCustomerTopic(topic) && !isCreditTopic(topic))
        log.warn({ topic, shop }, "a webhook that nobody asked for was left alone");
      // A shop that has removed the app is told about no more: nothing may be written about it again.
      else if (await findShop(shop)) {
        const heard = { shop, topic, deliveryId };
        if (isCreditTopic(topic))
          await receiveCreditWebhook({ ...heard, payload: payload as CreditWebhook["payload"] });
        else await receiveCustomerWebhook({ ...heard, payload: payload as CustomerWebhook["payload"] });
      }
  }
  return new Response();
}

/** When the event happened; a message that does not say so is taken as of now. */
function instantIn(header: string | null): Date {
  const instant = new Date(header ?? "");
  return Number.isNaN(instant.getTime()) ? new Date() : instant;
}
