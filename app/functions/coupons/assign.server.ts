import { isShopifyDown } from "~/connectors/shopify/live.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { BACKROOM } from "~/platform/auth/permission";
import { requireShop, type Shop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { StartLater, startTurn } from "~/platform/jobs/start-later.server";
import { defineTask, requestTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { couponAssigned, couponPoolSubject } from "./audit.server";
import { couponsList } from "./list.server";
import { type OrderContact, queueCouponMail, readOrderContact } from "./mail.server";
import { checkLevel, requirePool } from "./pool.server";
import { couponStates } from "./transitions.server";

/** The task that assigns free coupons to orders that wait for one. Its name is enough to request it. */
export const FILL_WAITING = "coupons.fill-waiting";

/** Has free coupons assigned to waiting orders once the transaction has committed. */
export const requestFillWaiting = (tx: ShopTransaction, shop: string): Promise<void> =>
  requestTask({ name: FILL_WAITING }, shop, { tx });

/** Whether the pool `p` gives orders coupons now. In SQL. */
const SERVES = "p.assigns AND p.archived_at IS NULL AND (p.ends_at IS NULL OR p.ends_at > now())";

/** A coupon that was just assigned. */
export interface AssignedCoupon {
  id: number;
  code: string;
}

/**
 * Assigns the next free coupon of a pool to an order that waits for one, in one statement. The order's row is locked, so it gets one
 * coupon only. Free coupons that other transactions are assigning are skipped, so no coupon goes to two orders. A pool that was archived,
 * or stopped, since the order was found gives none.
 * @param order with its name, such as `#1001`
 * @returns null when the order doesn't wait any longer, is being given one, or when no coupon is free. Then it waits for more codes
 */
export async function assignCoupon(
  tx: ShopTransaction,
  shop: string,
  poolId: number,
  order: { id: number; name: string },
): Promise<AssignedCoupon | null> {
  const { rows } = await tx.$client.query<{ id: string; code: string }>(
    `WITH waiting AS (
       SELECT order_id FROM coupon_orders WHERE shop = $1 AND pool_id = $2 AND order_id = $3 AND coupon_id IS NULL
          AND EXISTS (SELECT FROM coupon_pools AS p WHERE p.shop = $1 AND p.id = $2 AND ${SERVES})
       FOR UPDATE SKIP LOCKED
     ), free AS (
       SELECT id FROM coupon_codes
        WHERE shop = $1 AND pool_id = $2 AND state = 'free' AND redeemed_at IS NULL AND EXISTS (SELECT FROM waiting)
        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
     ), assigned AS (
       UPDATE coupon_codes AS c SET ${couponStates.set("assigned")}, order_id = $3, order_name = $4, assigned_at = clock_timestamp()
         FROM free WHERE c.shop = $1 AND c.id = free.id RETURNING c.id, c.code
     ), recorded AS (
       UPDATE coupon_orders AS o SET coupon_id = assigned.id FROM assigned
        WHERE o.shop = $1 AND o.pool_id = $2 AND o.order_id = $3)
     SELECT id, code FROM assigned`,
    [shop, poolId, order.id, order.name],
  );
  const [row] = rows;
  return row ? { id: Number(row.id), code: row.code } : null;
}

interface WaitingOrder {
  poolId: number;
  orderId: number;
}

/** Assigns free coupons to the paid orders that wait for one, the longest waiting first, and emails them. */
export const fillWaitingOrders = defineTask({
  name: FILL_WAITING,
  schedule: {
    cron: "*/15 * * * *",
    due: "EXISTS (SELECT FROM coupon_orders AS due WHERE due.shop = shops.shop AND due.coupon_id IS NULL)",
  },
  async run(domain, signal, slot) {
    const shop = await requireShop(domain);
    const endOfTurn = startTurn(domain, slot);
    let hasFailed = false;
    try {
      for (const waiting of await findFillable(domain)) {
        if (signal.aborted) return;
        try {
          await fill(shop, waiting, signal);
        } catch (error) {
          hasFailed = true;
          log.warn({ shop: domain, ...waiting, err: error }, "an order still waits for its coupon");
          if (await isShopifyDown(domain, error)) return;
        }
        // Another run would begin with an order that failed.
        const startsAt = hasFailed ? undefined : endOfTurn();
        if (startsAt) throw new StartLater("More orders wait for their coupons.", startsAt);
      }
    } finally {
      publishChange(domain, "showCoupons", { list: couponsList.name });
    }
  },
});

/** Assigns a coupon to a waiting order and emails it. */
async function fill(shop: Shop, { poolId, orderId }: WaitingOrder, signal: AbortSignal): Promise<void> {
  const { domain } = shop;
  const order = await readOrderContact(domain, orderId, { priority: "bulk", signal });
  await withShop(domain, async (tx) => {
    if (!order) {
      // The order was deleted, so no coupon is due.
      await tx.$client.query(
        "DELETE FROM coupon_orders WHERE shop = $1 AND pool_id = $2 AND order_id = $3 AND coupon_id IS NULL",
        [domain, poolId, orderId],
      );
      return;
    }
    const coupon = await assignCoupon(tx, domain, poolId, { id: orderId, name: order.name });
    if (!coupon) return;
    await announceCoupon(tx, shop, poolId, order, coupon);
    await checkLevel(tx, domain, poolId);
  });
}

/** Queues the email of a coupon that was assigned. */
async function announceCoupon(
  tx: ShopTransaction,
  shop: Shop,
  poolId: number,
  order: OrderContact & { name: string },
  coupon: AssignedCoupon,
): Promise<void> {
  const pool = await requirePool(tx, shop.domain, poolId);
  await queueCouponMail(tx, shop, pool, { ...coupon, orderName: order.name }, order, `coupon:${coupon.id}`);
  await recordAudit(tx, shop.domain, couponAssigned, {
    actor: BACKROOM,
    subject: { type: couponPoolSubject, id: String(poolId) },
    before: null,
    after: { coupon: coupon.code, order: order.name },
    flag: "showCoupons",
  });
}

/** The waiting orders of active pools, at most as many per pool as it has free coupons. */
async function findFillable(shop: string): Promise<WaitingOrder[]> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ pool_id: string; order_id: string }>(
      `SELECT waiting.pool_id, waiting.order_id FROM coupon_pools AS p CROSS JOIN LATERAL (
         SELECT o.pool_id, o.order_id, o.created_at FROM coupon_orders AS o
          WHERE o.shop = p.shop AND o.pool_id = p.id AND o.coupon_id IS NULL ORDER BY o.created_at
          LIMIT (SELECT count(*) FROM coupon_codes AS c
                  WHERE c.shop = p.shop AND c.pool_id = p.id AND c.state = 'free' AND c.redeemed_at IS NULL)) AS waiting
        WHERE p.shop = $1 AND ${SERVES}
        ORDER BY waiting.created_at`,
      [shop],
    ),
  );
  return rows.map(({ pool_id, order_id }) => ({ poolId: Number(pool_id), orderId: Number(order_id) }));
}
