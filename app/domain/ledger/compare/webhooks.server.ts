import { customerNumber } from "~/domain/customers/mirror-row";
import { isFirstDelivery } from "~/domain/customers/webhooks.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { requestTask } from "~/platform/jobs/task.server";
import { COMPARE_TASK, noteForComparison } from "./note.server";

/** The topics after which a customer's store credit may be another, by Shopify's names in capitals. */
const CREDIT_TOPICS: ReadonlySet<string> = new Set([
  "ORDERS_CREATE",
  "ORDERS_PAID",
  "ORDERS_CANCELLED",
  "REFUNDS_CREATE",
]);

/** True for the topics that `receiveCreditWebhook` takes in. */
export const isCreditTopic = (topic: string): boolean => CREDIT_TOPICS.has(topic);

/** A webhook whose signature has been verified. */
export interface CreditWebhook {
  shop: string;
  topic: string;
  /** The same for every repetition of a delivery. */
  deliveryId: string;
  payload: {
    customer?: { admin_graphql_api_id?: string; id?: number | string } | null;
    payment_gateway_names?: string[];
    /** Of a refund, which does not say whose order it is. */
    order_id?: number;
    transactions?: { gateway?: string | null }[];
  };
}

const isStoreCredit = (gateway: string | null | undefined): boolean =>
  gateway?.includes("store_credit") ?? false;

/**
 * Hears of orders and refunds. They do not say what happened to the store credit, and come in any order: so they only have the
 * customer's account compared, where store credit may have moved.
 */
export async function receiveCreditWebhook({
  shop,
  topic,
  deliveryId,
  payload,
}: CreditWebhook): Promise<void> {
  await withShop(shop, async (tx) => {
    if (!(await isFirstDelivery(tx.$client, shop, deliveryId, topic))) return;
    if (topic === "REFUNDS_CREATE") await hearOfRefund(tx, shop, payload);
    else await hearOfOrder(tx, shop, payload);
  });
}

async function hearOfOrder(tx: ShopTransaction, shop: string, payload: CreditWebhook["payload"]) {
  const { customer, payment_gateway_names: gateways = [] } = payload;
  const customerId = customerNumber(String(customer?.admin_graphql_api_id ?? customer?.id ?? ""));
  if (customerId !== null && gateways.some(isStoreCredit)) await noteForComparison(tx, shop, [customerId]);
}

async function hearOfRefund(tx: ShopTransaction, shop: string, payload: CreditWebhook["payload"]) {
  const { order_id: orderId, transactions = [] } = payload;
  if (!orderId || !transactions.some(({ gateway }) => isStoreCredit(gateway))) return;
  await tx.$client.query(
    `INSERT INTO credit_orders_to_look_up (shop, order_id) VALUES ($1, $2)
     ON CONFLICT (shop, order_id) DO UPDATE SET attempts = 0, not_before = clock_timestamp()`,
    [shop, orderId],
  );
  await requestTask(COMPARE_TASK, shop, { tx });
}
