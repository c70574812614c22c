import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { requestTask } from "~/platform/jobs/task.server";

/** The task that compares noted accounts, by name: whoever asks for it need not know what it does. */
export const COMPARE_TASK = { name: "ledger.compare" };
/** The task that compares everybody's. */
export const COMPARE_ALL_TASK = { name: "ledger.compare-everything" };

/** Has customers' accounts compared with Shopify's soon. */
export async function noteForComparison(
  tx: ShopTransaction,
  shop: string,
  customerIds: readonly number[],
): Promise<void> {
  if (customerIds.length === 0) return;
  await tx.$client.query(
    `INSERT INTO credits_to_compare (shop, customer_id) SELECT DISTINCT $1, id FROM unnest($2::bigint[]) AS id
     ON CONFLICT (shop, customer_id) DO UPDATE SET noted_at = clock_timestamp(), not_before = clock_timestamp()`,
    [shop, customerIds],
  );
  await requestTask(COMPARE_TASK, shop, { tx });
}
