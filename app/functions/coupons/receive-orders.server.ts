import { readTags } from "~/domain/customers/read-tags.server";
import { orderChanges } from "~/domain/orders/hooks.server";
import type { Order } from "~/domain/orders/read-orders.server";
import { variantsBySku } from "~/domain/products/read-variants.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { activePools, matchOrder } from "./match-order.server";
import { recordRedemptions } from "./record-redemptions.server";

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
