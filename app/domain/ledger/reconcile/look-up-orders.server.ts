import { orderCustomer } from "~/connectors/shopify/operations/orders";
import { customerNumber } from "~/domain/customers/mirror-row";
import { withShop } from "~/platform/db/with-shop.server";
import { log } from "~/platform/log.server";
import { queueReconciliation } from "./queue-reconciliation.server";
import type { ReconcileTools } from "./reconcile-account.server";

/** Orders of one batch. Accounts that were queued in the meantime are reconciled before the next batch. */
const BATCH_SIZE = 20;
/** The backoff after the first failure. It doubles up to an hour. */
const BACKOFF_SECONDS = 60;
/** More than two days of retries. The order may be too old for this app to read. */
const MAX_ATTEMPTS = 50;

interface QueuedOrder {
  id: string;
  attempts: number;
}

/**
 * Looks up the customers of orders that were refunded to store credit, and queues their accounts for reconciliation. An order that
 * can't be read is retried later. The nightly comparison covers an order that can never be read.
 * @returns how many orders it processed
 */
export async function lookUpOrders(tools: ReconcileTools): Promise<number> {
  const { rows } = await withShop(tools.shop, (tx) =>
    tx.$client.query<QueuedOrder>(
      `SELECT order_id AS id, attempts FROM credit_orders_to_look_up
        WHERE shop = $1 AND not_before <= clock_timestamp() ORDER BY not_before LIMIT ${BATCH_SIZE}`,
      [tools.shop],
    ),
  );
  for (const order of rows) {
    if (tools.call.signal?.aborted) break;
    await lookUp(tools, order);
  }
  return rows.length;
}

async function lookUp({ shop, adminApi, call }: ReconcileTools, queued: QueuedOrder): Promise<void> {
  try {
    const { order } = await adminApi.run(orderCustomer, { id: `gid://shopify/Order/${queued.id}` }, call);
    if (!order) throw new Error("Shopify did not return the order.");
    // A guest has no store credit.
    await removeOrder(shop, queued, customerNumber(order.customer?.id ?? ""));
  } catch (error) {
    if (call.signal?.aborted) throw error;
    const isLast = queued.attempts + 1 >= MAX_ATTEMPTS;
    const outcome = isLast ? "will not be looked up again" : "will be looked up later";
    log.warn({ shop, order: queued.id, err: error }, `an order that was refunded to credit ${outcome}`);
    await (isLast ? removeOrder(shop, queued, null) : postpone(shop, queued));
  }
}

const removeOrder = (shop: string, { id }: QueuedOrder, customerId: number | null) =>
  withShop(shop, async (tx) => {
    if (customerId !== null) await queueReconciliation(tx, shop, [customerId]);
    await tx.$client.query("DELETE FROM credit_orders_to_look_up WHERE shop = $1 AND order_id = $2", [
      shop,
      id,
    ]);
  });

const postpone = (shop: string, { id, attempts }: QueuedOrder) =>
  withShop(shop, (tx) =>
    tx.$client.query(
      `UPDATE credit_orders_to_look_up SET attempts = attempts + 1,
              not_before = clock_timestamp() + make_interval(secs => $3)
        WHERE shop = $1 AND order_id = $2`,
      [shop, id, Math.min(3_600, BACKOFF_SECONDS * 2 ** attempts)],
    ),
  );
