import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { defineDeskLine } from "~/core/desk/desk-line.server";
import { couponsList } from "./list.server";
import { couponOrders, couponPools } from "./tables.server";

/** A shop has few pools, so they need no index. */
export const lowPools = defineDeskLine({
  name: "coupon-pools-low",
  for: "showCoupons",
  urgency: "today",
  noun: "coupon pool that runs low",
  nouns: "coupon pools that run low",
  action: "Add codes",
  address: "/coupons/pools?show=low",
  list: couponsList.name,
  records: ({ shop }) => ({
    from: sql`${couponPools}`,
    at: sql`${couponPools.alertedAt}`,
    where: and(
      eq(couponPools.shop, shop.domain),
      isNotNull(couponPools.alertedAt),
      isNull(couponPools.archivedAt),
    ),
  }),
});

export const ordersWithoutCode = defineDeskLine({
  name: "coupon-orders-waiting",
  for: "showCoupons",
  urgency: "now",
  noun: "order that waits for a coupon code",
  nouns: "orders that wait for a coupon code",
  action: "Add codes",
  address: "/coupons/pools?show=waiting",
  list: couponsList.name,
  records: ({ shop }) => ({
    from: sql`${couponOrders}`,
    at: sql`${couponOrders.createdAt}`,
    where: and(
      eq(couponOrders.shop, shop.domain),
      isNull(couponOrders.couponId),
      sql`NOT EXISTS (SELECT FROM ${couponPools} AS p WHERE p.shop = ${couponOrders.shop} AND p.id = ${couponOrders.poolId}
                       AND p.archived_at IS NOT NULL)`,
    ),
  }),
});
