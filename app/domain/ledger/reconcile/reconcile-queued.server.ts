import { liveAdminApi } from "~/connectors/shopify/live.server";
import { withShop } from "~/platform/db/with-shop.server";
import { StartLater, startTurn } from "~/platform/jobs/start-later.server";
import { defineTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { createThrottledPublisher } from "../publish-credits-changed.server";
import { lookUpOrders } from "./look-up-orders.server";
import { expiredPostings, queueExpired, RECONCILE_TASK } from "./queue-reconciliation.server";
import { type ReconcileTools, reconcileAccount } from "./reconcile-account.server";

/** The delay for a customer with a posting in flight. */
const RETRY_SECONDS = 5;
/** The delay after an error. */
const RETRY_AFTER_FAILURE_SECONDS = 60;
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
