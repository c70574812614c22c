import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { requestTask } from "~/platform/jobs/task.server";

/** The task that lets the rules look at candidates; its work is in `apply.server.ts`, which the mirror must not know. */
export const APPLY_RULES = "registrations.apply-rules";

/**
 * Notes people who are Pending in the mirror now for the rules to look at, in the transaction that wrote them there. Without a
 * rule that is on, nothing is noted.
 */
export async function noteCandidates(
  tx: ShopTransaction,
  shop: string,
  customerIds: readonly number[],
): Promise<void> {
  const { rowCount } = await tx.$client.query(
    `INSERT INTO rule_candidates (shop, customer_id)
     SELECT $1, id FROM unnest($2::bigint[]) AS id
      WHERE EXISTS (SELECT 1 FROM approval_rules WHERE shop = $1 AND active) ORDER BY id
     ON CONFLICT (shop, customer_id) DO UPDATE SET noted_at = clock_timestamp(), tries = 0`,
    [shop, customerIds],
  );
  if (rowCount) await requestTask({ name: APPLY_RULES }, shop, { tx });
}
