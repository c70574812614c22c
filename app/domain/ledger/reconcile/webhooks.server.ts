import { z } from "zod";
import { isFirstDelivery } from "~/core/webhooks/first-delivery.server";
import { ifReadable, type WebhookDelivery, webhookHandler } from "~/core/webhooks/webhook-handler.server";
import { customerNumber } from "~/domain/customers/mirror-row";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { requestTask } from "~/platform/jobs/task.server";
import { queueReconciliation, RECONCILE_TASK } from "./queue-reconciliation.server";

/** What the handler reads of a webhook. */
const creditPayload = z.object({
  customer: ifReadable(
    z
      .object({
        admin_graphql_api_id: ifReadable(z.string()),
        id: ifReadable(z.union([z.number(), z.string()])),
      })
      .nullable(),
  ),
  payment_gateway_names: ifReadable(z.array(z.string())),
  /** Only in refunds, which don't name the customer. */
  order_id: ifReadable(z.int()),
  transactions: ifReadable(z.array(z.object({ gateway: z.string().nullish() }))),
});
type CreditPayload = z.infer<typeof creditPayload>;

/** Topics that may change a customer's store credit. */
export const creditWebhooks = webhookHandler(
  "ledger.reconcile",
  ["ORDERS_CREATE", "ORDERS_PAID", "ORDERS_CANCELLED", "REFUNDS_CREATE"],
  receiveCreditWebhook,
  { payload: creditPayload },
);

const isStoreCredit = (gateway: string | null | undefined): boolean =>
  gateway?.includes("store_credit") ?? false;

/**
 * Handles orders and refunds. They don't say what happened to the store credit, and arrive in any order, so they only queue the
 * customer's account for reconciliation.
 */
export async function receiveCreditWebhook({
  shop,
  topic,
  deliveryId,
  payload,
}: Omit<WebhookDelivery<CreditPayload>, "triggeredAt">): Promise<void> {
  await withShop(shop, async (tx) => {
    if (!(await isFirstDelivery(tx.$client, shop, deliveryId, topic))) return;
    if (topic === "REFUNDS_CREATE") await handleRefund(tx, shop, payload);
    else await handleOrder(tx, shop, payload);
  });
}

async function handleOrder(tx: ShopTransaction, shop: string, payload: CreditPayload) {
  const { customer, payment_gateway_names: gateways = [] } = payload;
  const customerId = customerNumber(String(customer?.admin_graphql_api_id ?? customer?.id ?? ""));
  if (customerId !== null && gateways.some(isStoreCredit)) await queueReconciliation(tx, shop, [customerId]);
}

async function handleRefund(tx: ShopTransaction, shop: string, payload: CreditPayload) {
  const { order_id: orderId, transactions = [] } = payload;
  if (!orderId || !transactions.some(({ gateway }) => isStoreCredit(gateway))) return;
  await tx.$client.query(
    `INSERT INTO credit_orders_to_look_up (shop, order_id) VALUES ($1, $2)
     ON CONFLICT (shop, order_id) DO UPDATE SET attempts = 0, not_before = clock_timestamp()`,
    [shop, orderId],
  );
  await requestTask(RECONCILE_TASK, shop, { tx });
}
