import { liveAdminApi } from "~/connectors/shopify/live.server";
import { discountCodesUsage } from "~/connectors/shopify/operations/discounts";
import { requireShop } from "~/platform/auth/shops.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { discountGid, numberIn } from "./discount-ids";
import { discountValue } from "./discount-value";
import { endPool } from "./end-pool.server";
import { couponsList } from "./list";
import type { StoredPool } from "./pool.server";
import { couponPools } from "./tables.server";

/** Reconciles each hour how often coupons were used, for orders whose webhooks were lost, and their discounts' titles, values and dates. */
export const readUsageOfPools: Task = {
  name: "coupons.read-usage",
  schedule: "17 * * * *",
  async run(shop, signal) {
    const pools = await withShop(shop, (tx) => tx.select().from(couponPools));
    for (const pool of pools) {
      if (signal.aborted) return;
      // A pool that can't be read must not hold up the others.
      await readUsage(shop, pool, signal).catch((error: unknown) =>
        log.warn({ shop, poolId: pool.id, err: error }, "the usage of coupons could not be read"),
      );
    }
    publishChange(shop, "showCoupons", { list: couponsList.name });
  },
};

/**
 * Reads the uses of a pool's codes from Shopify, and the discount's title, value and dates. A use whose order isn't known counts as a
 * redemption from now on. The counts lag behind orders, so they never lower a stored one. A pool whose discount was deleted ends.
 */
export async function readUsage(
  shop: string,
  { id: poolId, discountNumber }: Pick<StoredPool, "id" | "discountNumber">,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (discountNumber === null) return;
  const { currency } = await requireShop(shop);
  const api = liveAdminApi(shop);
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const variables: { id: string; after: string | null } = { id: discountGid(discountNumber), after };
    const endBefore = await readEnd(shop, poolId);
    const answer = await api.run(discountCodesUsage, variables, { priority: "bulk", signal });
    if (!answer.codeDiscountNode)
      return withShop(shop, (tx) => endPool(tx, shop, { id: poolId, discountNumber }));
    const discount = answer.codeDiscountNode.codeDiscount;
    if (!("codes" in discount)) return;
    const { nodes, pageInfo } = discount.codes;
    const { percent, amountCents } = discountValue(discount, currency);
    await withShop(shop, async (tx) => {
      await tx.$client.query(
        `UPDATE coupon_codes AS c
            SET redeem_code_number = used.number, usage_count = greatest(c.usage_count, used.count),
                redeemed_at = CASE WHEN used.count > 0 THEN coalesce(c.redeemed_at, now()) ELSE c.redeemed_at END
           FROM unnest($3::text[], $4::bigint[], $5::int[]) AS used (code, number, count)
          WHERE c.shop = $1 AND c.pool_id = $2 AND lower(c.code) = lower(used.code)
            AND (c.redeem_code_number IS DISTINCT FROM used.number OR c.usage_count < used.count)`,
        [
          shop,
          poolId,
          nodes.map(({ code }) => code),
          nodes.map((node) => numberIn(node.id)),
          nodes.map(({ asyncUsageCount }) => asyncUsageCount),
        ],
      );
      await tx.$client.query(
        // Another reading may have ended the pool since, because its discount was deleted. Unlike titles, names of pools are unique.
        `UPDATE coupon_pools SET starts_at = $3, ends_at = $4, percent = $6, amount_cents = $7, once_per_customer = $8,
                name = CASE WHEN EXISTS (SELECT FROM coupon_pools AS other
                              WHERE other.shop = $1 AND other.id <> $2 AND lower(other.name) = lower($9)) THEN name ELSE $9 END,
                usage_read_at = now()
          WHERE shop = $1 AND id = $2 AND ends_at IS NOT DISTINCT FROM $5::timestamptz`,
        [
          shop,
          poolId,
          discount.startsAt,
          discount.endsAt,
          endBefore,
          percent,
          amountCents,
          discount.appliesOncePerCustomer,
          discount.title,
        ],
      );
    });
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  }
}

/** As text, because a `Date` has no microseconds. */
async function readEnd(shop: string, poolId: number): Promise<string | null> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ end: string | null }>(
      `SELECT ends_at::text AS "end" FROM coupon_pools WHERE shop = $1 AND id = $2`,
      [shop, poolId],
    ),
  );
  return rows[0]?.end ?? null;
}
