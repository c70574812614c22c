import { liveAdminApi } from "~/connectors/shopify/live.server";
import { orderCustomer } from "~/connectors/shopify/operations/orders";
import { customerNumber } from "~/domain/customers/mirror-row";
import { withShop } from "~/platform/db/with-shop.server";
import { StartLater, startTurn } from "~/platform/jobs/start-later.server";
import { defineTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { createThrottledPublisher } from "../publish-credits-changed.server";
import {
  expiredPostings,
  queueExpired,
  queueReconciliation,
  RECONCILE_TASK,
} from "./queue-reconciliation.server";
import { type ReconcileTools, reconcileAccount } from "./reconcile-account.server";

/** The delay for a customer with a posting in flight. */
const RETRY_SECONDS = 5;
/** The delay after an error. */
const RETRY_AFTER_FAILURE_SECONDS = 60;
/** Accounts or orders of one batch. Accounts that were queued in the meantime are reconciled before the next batch of orders. */
const BATCH_SIZE = 20;

/** Reconciles queued accounts until none is due: every minute, which also finds credit that has expired, and when one is queued. */
export const reconcileQueued = defineTask({
  ...RECONCILE_TASK,
  schedule: {
    cron: "* * * * *",
    due: `EXISTS (SELECT FROM credits_to_compare AS due WHERE due.shop = shops.shop AND due.not_before <= now())
       OR EXISTS (SELECT FROM credit_orders_to_look_up AS due WHERE due.shop = shops.shop AND due.not_before <= now())
       OR EXISTS (SELECT ${expiredPostings("shops.shop")})`,
  },
  async run(shop, signal, slot) {
    await withShop(shop, (tx) => queueExpired(tx, shop));
    const tools = { shop, adminApi: liveAdminApi(shop), call: { priority: "bulk", signal } as const };
    await reconcileDue(tools, startTurn(shop, slot));
  },
});

/**
 * Reconciles the queued accounts, and those of refunded orders, until none is due.
 * @throws StartLater at the end of the turn
 */
export async function reconcileDue(
  tools: ReconcileTools,
  endOfTurn: () => Date | undefined = () => undefined,
): Promise<void> {
  await reconcileAllQueued(tools, endOfTurn);
  while (!tools.call.signal?.aborted && (await lookUpOrders(tools)) > 0)
    await reconcileAllQueued(tools, endOfTurn);
}

async function reconcileAllQueued(tools: ReconcileTools, endOfTurn: () => Date | undefined): Promise<void> {
  while (!tools.call.signal?.aborted && (await reconcileBatch(tools)) > 0) {
    const startsAt = endOfTurn();
    if (startsAt) throw new StartLater("More accounts are queued.", startsAt);
  }
}

/** Reconciles a batch of queued accounts. @returns its size */
async function reconcileBatch(tools: ReconcileTools): Promise<number> {
  const { shop } = tools;
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ customer_id: string; queued_at: string }>(
      `SELECT customer_id, queued_at::text FROM credits_to_compare
        WHERE shop = $1 AND not_before <= clock_timestamp() ORDER BY not_before LIMIT $2`,
      [shop, BATCH_SIZE],
    ),
  );
  const publisher = createThrottledPublisher(shop);
  for (const { customer_id, queued_at } of rows) {
    if (tools.call.signal?.aborted) break;
    await reconcileOne(tools, Number(customer_id), queued_at);
    publisher.publish();
  }
  publisher.flush();
  return rows.length;
}

async function reconcileOne(tools: ReconcileTools, customerId: number, queuedAt: string): Promise<void> {
  const { shop } = tools;
  const postpone = (seconds: number) =>
    withShop(shop, (tx) =>
      tx.$client.query(
        `UPDATE credits_to_compare SET not_before = clock_timestamp() + make_interval(secs => $3)
          WHERE shop = $1 AND customer_id = $2`,
        [shop, customerId, seconds],
      ),
    );
  try {
    const compared = await reconcileAccount(tools, customerId);
    if (compared.state === "busy") await postpone(RETRY_SECONDS);
    // An account that was queued again stays in the queue.
    else
      await withShop(shop, (tx) =>
        tx.$client.query(
          "DELETE FROM credits_to_compare WHERE shop = $1 AND customer_id = $2 AND queued_at = $3::timestamptz",
          [shop, customerId, queuedAt],
        ),
      );
  } catch (error) {
    if (tools.call.signal?.aborted) throw error;
    log.warn({ shop, err: error }, "a customer's credit could not be reconciled with Shopify yet");
    await postpone(RETRY_AFTER_FAILURE_SECONDS);
  }
}

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
async function lookUpOrders(tools: ReconcileTools): Promise<number> {
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
    await (isLast ? removeOrder(shop, queued, null) : postponeOrder(shop, queued));
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

const postponeOrder = (shop: string, { id, attempts }: QueuedOrder) =>
  withShop(shop, (tx) =>
    tx.$client.query(
      `UPDATE credit_orders_to_look_up SET attempts = attempts + 1,
              not_before = clock_timestamp() + make_interval(secs => $3)
        WHERE shop = $1 AND order_id = $2`,
      [shop, id, Math.min(3_600, BACKOFF_SECONDS * 2 ** attempts)],
    ),
  );
