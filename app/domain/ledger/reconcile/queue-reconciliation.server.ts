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

/** The most accounts that one run queues. */
const BATCH_SIZE = 1_000;

/** In SQL: postings whose credit has expired, of accounts that aren't queued. @param shop an expression */
export const expiredPostings = (shop: string): string => `
  FROM ledger_postings AS posting
  JOIN credit_accounts AS account ON account.shop = ${shop} AND account.customer_id = posting.customer_id
 WHERE posting.shop = ${shop} AND posting.customer_id > 0 AND posting.amount_cents > 0
   AND posting.expires_at <= clock_timestamp() AND posting.expires_at > clock_timestamp() - interval '2 days'
   AND (compared_at IS NULL OR compared_at < posting.expires_at
     OR compared_at < posting.expires_at + interval '1 hour'
        AND posting.expires_at + interval '1 hour' <= clock_timestamp())
   AND NOT EXISTS (SELECT 1 FROM credits_to_compare AS queued
                    WHERE queued.shop = ${shop} AND queued.customer_id = posting.customer_id)`;

/**
 * Queues the accounts with a credit that expired since their last comparison. Shopify may book an expiry some time after its
 * instant, so they are compared again an hour later. The nightly comparison of all accounts covers what expired before.
 */
export async function queueExpired(tx: ShopTransaction, shop: string): Promise<void> {
  const { rows } = await tx.$client.query<{ id: string }>(
    `SELECT DISTINCT posting.customer_id AS id ${expiredPostings("$1")} LIMIT ${BATCH_SIZE}`,
    [shop],
  );
  await queueReconciliation(
    tx,
    shop,
    rows.map(({ id }) => Number(id)),
  );
}
