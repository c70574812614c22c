import { queueMail } from "~/core/mail/queue-mail.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { isMailAddress } from "~/platform/mail-address";
import { couponLevelMail } from "./mail-texts.server";

/** How many codes of the pool `p` are free, counted up to one more than its alert level. */
const FREE = `(SELECT count(*) FROM (SELECT FROM coupon_codes AS c
   WHERE c.shop = p.shop AND c.pool_id = p.id AND c.state = 'free' AND c.redeemed_at IS NULL LIMIT p.alert_level + 1) AS free)`;

/** The email address of the pool `p`'s alerts: its own, or its owner's. */
export const ALERT_ADDRESS = `coalesce(p.alert_to, (SELECT a.email FROM administrators AS a
   WHERE a.shop = p.shop AND a.id = p.owner_id))`;

/** How many orders wait for a coupon of the pool `p`. */
export const WAITING = `(SELECT count(*) FROM coupon_orders AS o
   WHERE o.shop = p.shop AND o.pool_id = p.id AND o.coupon_id IS NULL)`;

/** Queues the alert when a pool's free codes are down to its level. Once until codes are added. */
export async function checkLevel(tx: ShopTransaction, shop: string, poolId: number): Promise<void> {
  const { rows } = await tx.$client.query<{
    name: string;
    address: string | null;
    level: number;
    free: string;
    waiting: string;
    alerted_at: Date;
  }>(
    `UPDATE coupon_pools AS p SET alerted_at = clock_timestamp()
      WHERE p.shop = $1 AND p.id = $2 AND p.alert_level IS NOT NULL AND p.alerted_at IS NULL AND ${FREE} <= p.alert_level
     RETURNING p.name, ${ALERT_ADDRESS} AS address, p.alert_level AS level, ${FREE} AS free, p.alerted_at,
       ${WAITING} AS waiting`,
    [shop, poolId],
  );
  const [alert] = rows;
  if (!alert?.address || !isMailAddress(alert.address)) return;
  await queueMail(tx, shop, couponLevelMail, {
    key: `coupon-level:${poolId}:${alert.alerted_at.getTime()}`,
    to: { email: alert.address },
    flag: "showCoupons",
    values: {
      pool: alert.name,
      free: alert.free,
      level: String(alert.level),
      waiting: waitingSentence(Number(alert.waiting)),
    },
  });
}

export function waitingSentence(orders: number): string {
  if (orders === 0) return "No order is waiting for a coupon.";
  return orders === 1 ? "1 order is waiting for a coupon." : `${orders} orders are waiting for a coupon.`;
}

/** Lets the alert be sent again once a pool has more free codes than its level. */
export async function clearAlert(tx: ShopTransaction, shop: string, poolId: number): Promise<void> {
  await tx.$client.query(
    `UPDATE coupon_pools AS p SET alerted_at = NULL
      WHERE p.shop = $1 AND p.id = $2 AND p.alerted_at IS NOT NULL AND (p.alert_level IS NULL OR ${FREE} > p.alert_level)`,
    [shop, poolId],
  );
}
