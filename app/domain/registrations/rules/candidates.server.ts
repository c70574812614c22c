import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { requestTask } from "~/platform/jobs/task.server";

/** The task that applies rules to candidates. Its work is in `apply.server.ts`, which the mirror must not import. */
export const APPLY_RULES = "registrations.apply-rules";

/**
 * Queues customers who are now Pending in the mirror for the rules, in the transaction that wrote them. Does nothing without an
 * active rule.
 */
export async function queueCandidates(
  tx: ShopTransaction,
  shop: string,
  customerIds: readonly number[],
): Promise<void> {
  const { rowCount } = await tx.$client.query(
    `INSERT INTO rule_candidates (shop, customer_id)
     SELECT $1, id FROM unnest($2::bigint[]) AS id
      WHERE EXISTS (SELECT 1 FROM approval_rules WHERE shop = $1 AND active) ORDER BY id
     ON CONFLICT (shop, customer_id) DO UPDATE SET queued_at = clock_timestamp(), tries = 0`,
    [shop, customerIds],
  );
  if (rowCount) await requestTask({ name: APPLY_RULES }, shop, { tx });
}
