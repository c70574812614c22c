import { forgetAccessToken } from "~/connectors/shopify/access-token.server";
import type { Declarations } from "~/core/context.server";
import { webhookHandler } from "~/core/webhooks/webhook-handler.server";
import { reportOnCustomer, requestErasure } from "./redact-customer.server";
import { requestShopRedaction } from "./redact-shop.server";
import { uninstall } from "./uninstall.server";

const isForGoneShops = true;

export const appUninstalled = ({ uninstallHooks }: Declarations) =>
  webhookHandler(
    "erasure.uninstall",
    ["APP_UNINSTALLED"],
    async ({ shop, deliveryId, triggeredAt }) => {
      forgetAccessToken(shop);
      await uninstall(shop, uninstallHooks, { deliveryId, triggeredAt });
    },
    { isForGoneShops },
  );

export const customerDataRequested = (declarations: Declarations) =>
  webhookHandler(
    "erasure.data-request",
    ["CUSTOMERS_DATA_REQUEST"],
    (delivery) => reportOnCustomer(declarations, delivery),
    { isForGoneShops },
  );

export const customerRedactionRequested = webhookHandler(
  "erasure.redact-customer",
  ["CUSTOMERS_REDACT"],
  ({ shop, payload }) => requestErasure(shop, payload),
  { isForGoneShops },
);

export const shopRedactionRequested = webhookHandler(
  "erasure.redact-shop",
  ["SHOP_REDACT"],
  ({ shop, triggeredAt }) => requestShopRedaction(shop, triggeredAt),
  { isForGoneShops },
);
