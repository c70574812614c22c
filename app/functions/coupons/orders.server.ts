import { and, eq, gt, isNull, lte, or } from "drizzle-orm";
import { readTags } from "~/domain/customers/read-tags.server";
import { orderChanges } from "~/domain/orders/mirror.server";
import type { Order } from "~/domain/orders/read-orders.server";
import { variantsBySku } from "~/domain/products/read-variants.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Cents } from "~/platform/money/cents";
import { requestFillWaiting } from "./assign.server";
import { checkLevel, type StoredPool } from "./pool.server";
import { couponPools } from "./tables.server";

/** A paid order as the rules of pools see it. */
export interface PaidOrder {
  /** The number in Shopify's id. */
  id: number;
  placedAt: Date;
  totalCents: Cents;
  productIds: readonly number[];
  /** Of the order and of its customer. */
  tags: readonly string[];
}

/** A new order may redeem coupons, and a paid one may get some. */
export const couponOrderChanges = orderChanges.handler(receiveOrders);

async function receiveOrders(tx: ShopTransaction, shop: string, orders: readonly Order[]): Promise<void> {
  await recordRedemptions(tx, shop, orders);
  await removeEnded(tx, shop, orders);
  const paid = orders.filter(
    ({ financialStatus, cancelledAt }) => financialStatus === "PAID" && cancelledAt === null,
  );
  if (paid.length === 0) return;
  const pools = await activePools(tx, shop, new Date());
  if (pools.length === 0) return;
  const products = await productsOfSkus(tx, paid);
  const customerIds = paid.flatMap(({ customerId }) => customerId ?? []);
  const customerTags = await readTags(tx, customerIds);
  for (const order of paid)
    await matchOrder(tx, shop, pools, {
      id: order.number,
      placedAt: order.processedAt,
      totalCents: order.total,
      productIds: order.lines.flatMap(({ sku }) => products.get(sku ?? "") ?? []),
      tags: [...order.tags, ...(customerTags.get(order.customerId ?? 0) ?? [])],
    });
}

const ENDED: ReadonlySet<string | null> = new Set(["REFUNDED", "VOIDED"]);

/** An order that was canceled or refunded while it waited gets no coupon. */
async function removeEnded(tx: ShopTransaction, shop: string, orders: readonly Order[]): Promise<void> {
  const ended = orders
    .filter(({ cancelledAt, financialStatus }) => cancelledAt !== null || ENDED.has(financialStatus))
    .map(({ number }) => number);
  if (ended.length === 0) return;
  await tx.$client.query(
    "DELETE FROM coupon_orders WHERE shop = $1 AND order_id = ANY($2::bigint[]) AND coupon_id IS NULL",
    [shop, ended],
  );
}

/** The products of the orders' lines, by SKU. */
async function productsOfSkus(
  tx: ShopTransaction,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, number[]>> {
  const skus = orders.flatMap(({ lines }) => lines.flatMap(({ sku }) => sku ?? []));
  const variants = await variantsBySku(tx, skus);
  return new Map([...variants].map(([sku, found]) => [sku, found.map(({ product }) => product.number)]));
}

/** The pools that assign coupons now, by id, so that transactions lock them in the same order. */
export const activePools = (tx: ShopTransaction, shop: string, now: Date): Promise<StoredPool[]> =>
  tx
    .select()
    .from(couponPools)
    .where(
      and(
        eq(couponPools.shop, shop),
        eq(couponPools.assigns, true),
        isNull(couponPools.archivedAt),
        lte(couponPools.startsAt, now),
        or(isNull(couponPools.endsAt), gt(couponPools.endsAt, now)),
      ),
    )
    .orderBy(couponPools.id);

/**
 * Lets a paid order wait for a coupon of each pool whose rule it matches. The task that assigns them runs after the commit. Safe to
 * repeat: an order waits for one coupon of a pool once.
 */
export async function matchOrder(
  tx: ShopTransaction,
  shop: string,
  pools: readonly StoredPool[],
  order: PaidOrder,
): Promise<void> {
  for (const pool of pools.filter((one) => matchesRule(one, order))) {
    const { rowCount } = await tx.$client.query(
      "INSERT INTO coupon_orders (shop, pool_id, order_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [shop, pool.id, order.id],
    );
    if (rowCount === 0) continue;
    await checkLevel(tx, shop, pool.id);
    await requestFillWaiting(tx, shop);
  }
}

/** Whether an order was placed in time and meets all conditions of a pool's rule. A rule without conditions matches every order. */
function matchesRule(
  { assignsSince, productId, tag, minimumCents }: StoredPool,
  { placedAt, productIds, tags, totalCents }: PaidOrder,
): boolean {
  return (
    assignsSince !== null &&
    placedAt >= assignsSince &&
    (productId === null || productIds.includes(productId)) &&
    (tag === null || tags.some((one) => one.toLowerCase() === tag.toLowerCase())) &&
    (minimumCents === null || totalCents >= minimumCents)
  );
}

/** In SQL: forgets the uses of a code that isn't in its pool's discount. They are another discount's. */
export const WITHOUT_USES =
  "redeemed_order_id = NULL, redeemed_order_name = NULL, redeemed_at = NULL, usage_count = 0";

/**
 * Records which orders redeemed coupons. The first order counts. A code that failed isn't in its pool's discount. One that waits may
 * be in it already.
 */
export async function recordRedemptions(
  tx: ShopTransaction,
  shop: string,
  orders: readonly Pick<Order, "number" | "name" | "processedAt" | "discountCodes">[],
): Promise<void> {
  const uses = orders.flatMap(({ number, name, processedAt, discountCodes }) =>
    discountCodes.map((code) => ({ code, number, name, at: processedAt })),
  );
  if (uses.length === 0) return;
  const { rows } = await tx.$client.query<{ pool: string }>(
    `UPDATE coupon_codes AS c
        SET redeemed_order_id = used.number, redeemed_order_name = used.name, redeemed_at = coalesce(c.redeemed_at, used.at),
            usage_count = greatest(c.usage_count, 1)
       FROM (SELECT DISTINCT ON (lower(code)) lower(code) AS code, number, name, at
               FROM jsonb_to_recordset($2::jsonb) AS each(code text, number bigint, name text, at timestamptz)
              ORDER BY lower(code), at, number) AS used
      WHERE c.shop = $1 AND lower(c.code) = used.code AND c.redeemed_order_id IS NULL AND c.state <> 'failed'
      RETURNING c.pool_id AS pool`,
    [shop, JSON.stringify(uses)],
  );
  // A used code isn't free, also one that no order was given.
  const pools = [...new Set(rows.map(({ pool }) => Number(pool)))].sort((a, b) => a - b);
  for (const pool of pools) await checkLevel(tx, shop, pool);
}
