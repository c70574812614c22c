import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { requestTask } from "~/platform/jobs/task.server";

/** The task that reconciles queued accounts, by name, so that callers don't import it. */
export const RECONCILE_TASK = { name: "ledger.compare" };
/** The task that compares all accounts. */
export const RECONCILE_ALL_TASK = { name: "ledger.compare-everything" };

/** Queues customers' accounts for reconciliation with Shopify. */
export async function queueReconciliation(
  tx: ShopTransaction,
  shop: string,
  customerIds: readonly number[],
): Promise<void> {
  if (customerIds.length === 0) return;
  await tx.$client.query(
    // In the same order everywhere, or two requests could deadlock.
    `INSERT INTO credits_to_compare (shop, customer_id) SELECT DISTINCT $1, id FROM unnest($2::bigint[]) AS id ORDER BY id
     ON CONFLICT (shop, customer_id) DO UPDATE SET queued_at = clock_timestamp(), not_before = clock_timestamp()`,
    [shop, customerIds],
  );
  await requestTask(RECONCILE_TASK, shop, { tx });
}
