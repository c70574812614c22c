import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Difference, DifferenceKind } from "./difference";

/** Records differences. A known one keeps the time when it was first seen. */
export async function recordDifferences(
  tx: ShopTransaction,
  shop: string,
  differences: readonly Difference[],
): Promise<void> {
  if (differences.length === 0) return;
  await tx.$client.query(
    `INSERT INTO ledger_differences (shop, kind, customer_id, posting_id, ours_cents, theirs_cents, what, since, seen_at)
     SELECT $1, kind, customer_id, posting_id, ours, theirs, what, clock_timestamp(), clock_timestamp()
       FROM unnest($2::text[], $3::bigint[], $4::uuid[], $5::bigint[], $6::bigint[], $7::text[])
         AS found (kind, customer_id, posting_id, ours, theirs, what)
     ON CONFLICT (shop, kind, coalesce(customer_id, 0), coalesce(posting_id, '00000000-0000-0000-0000-000000000000'::uuid))
       WHERE ended_at IS NULL
     DO UPDATE SET ours_cents = excluded.ours_cents, theirs_cents = excluded.theirs_cents, what = excluded.what,
                   seen_at = excluded.seen_at`,
    [
      shop,
      differences.map(({ kind }) => kind),
      differences.map(({ customerId }) => customerId),
      differences.map(({ postingId }) => postingId),
      differences.map(({ oursCents }) => oursCents),
      differences.map(({ theirsCents }) => theirsCents),
      differences.map(({ what }) => what),
    ],
  );
}

/** Closes differences of these kinds that were last seen before an instant. */
export async function closeDifferences(
  tx: ShopTransaction,
  shop: string,
  kinds: readonly DifferenceKind[],
  seenBefore: Date,
): Promise<void> {
  await tx.$client.query(
    `UPDATE ledger_differences SET ended_at = clock_timestamp()
      WHERE shop = $1 AND kind = ANY($2::text[]) AND ended_at IS NULL AND seen_at < $3`,
    [shop, kinds, seenBefore],
  );
}

/** Closes the differences with Shopify of these customers. */
export async function closeShopifyDifferences(
  tx: ShopTransaction,
  shop: string,
  customerIds: readonly number[],
): Promise<void> {
  await tx.$client.query(
    `UPDATE ledger_differences SET ended_at = clock_timestamp()
      WHERE shop = $1 AND kind = 'shopify' AND ended_at IS NULL AND customer_id = ANY($2::bigint[])`,
    [shop, customerIds],
  );
}
