import { subMilliseconds } from "date-fns";
import { and, eq } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import { BACKROOM } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import { formatInstant } from "~/platform/dates/instant";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { isMailAddress } from "~/platform/mail-address";
import { formatMoney } from "~/platform/money/format-money";
import { couponDiscountDeleted, couponPoolSubject } from "./audit.server";
import { levelMailKey } from "./held-mails.server";
import { couponDiscountDeletedMail, couponLevelMail } from "./mail-texts.server";
import { couponPools } from "./tables.server";

/** A pool as it is stored. */
export type StoredPool = typeof couponPools.$inferSelect;

/** A pool, or undefined. */
export async function findPool(
  tx: ShopTransaction,
  shop: string,
  id: number,
): Promise<StoredPool | undefined> {
  const [pool] = await tx
    .select()
    .from(couponPools)
    .where(and(eq(couponPools.shop, shop), eq(couponPools.id, id)));
  return pool;
}

/** Why nothing is done with a pool that is archived. */
export const archivedText = (name: string): string =>
  `The pool ${name} is archived. Restore it under Archived pools first.`;

/** A pool. @throws 404 for an unknown one */
export async function requirePool(tx: ShopTransaction, shop: string, id: number): Promise<StoredPool> {
  const pool = await findPool(tx, shop, id);
  if (!pool) throw notFound("There is no such coupon pool. Open the list of pools again.");
  return pool;
}

/** A pool, locked until the transaction ends. @throws as `requirePool` */
export async function lockPool(tx: ShopTransaction, shop: string, id: number): Promise<StoredPool> {
  await tx.$client.query("SELECT FROM coupon_pools WHERE shop = $1 AND id = $2 FOR UPDATE", [shop, id]);
  return requirePool(tx, shop, id);
}

/** What a discount takes off: "10% off". */
export function describeValue(
  { percent, amountCents }: Pick<StoredPool, "percent" | "amountCents">,
  { currency }: Pick<Shop, "currency">,
): string {
  if (percent !== null) return `${percent}% off`;
  return amountCents === null ? "a discount" : `${formatMoney(amountCents, currency)} off`;
}

/** The last day on which a discount can be used. One that ends at midnight can be used until the day before. */
export const lastValidDay = (endsAt: Date, { timeZone }: Pick<Shop, "timeZone">): string =>
  formatInstant(subMilliseconds(endsAt, 1), timeZone).date;

/** Until when a discount can be used, as a sentence. */
export const describeValidity = (
  { endsAt }: Pick<StoredPool, "endsAt">,
  shop: Pick<Shop, "timeZone">,
): string => (endsAt ? `It can be used until ${lastValidDay(endsAt, shop)}.` : "It has no end date.");

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
      WHERE p.shop = $1 AND p.id = $2 AND p.archived_at IS NULL AND p.alert_level IS NOT NULL AND p.alerted_at IS NULL AND ${FREE} <= p.alert_level
     RETURNING p.name, ${ALERT_ADDRESS} AS address, p.alert_level AS level, ${FREE} AS free, p.alerted_at,
       ${WAITING} AS waiting`,
    [shop, poolId],
  );
  const [alert] = rows;
  if (!alert?.address || !isMailAddress(alert.address)) return;
  await queueMail(tx, shop, couponLevelMail, {
    key: levelMailKey(String(poolId), alert.alerted_at),
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

/** Ends a pool whose discount was deleted in Shopify, and queues the email about it. Nothing happens to a pool that has ended. */
export async function endPool(
  tx: ShopTransaction,
  shop: string,
  { id, discountNumber }: { id: number; discountNumber: number },
): Promise<void> {
  const { rows } = await tx.$client.query<{ name: string; address: string | null; waiting: string }>(
    `UPDATE coupon_pools AS p SET ends_at = now()
      WHERE p.shop = $1 AND p.id = $2 AND (p.ends_at IS NULL OR p.ends_at > now())
     RETURNING p.name, ${ALERT_ADDRESS} AS address, ${WAITING} AS waiting`,
    [shop, id],
  );
  const [pool] = rows;
  if (!pool) return;
  await recordAudit(tx, shop, couponDiscountDeleted, {
    actor: BACKROOM,
    subject: { type: couponPoolSubject, id: String(id) },
    before: null,
    after: { discount: String(discountNumber) },
    flag: "showCoupons",
  });
  if (!pool.address || !isMailAddress(pool.address)) return;
  await queueMail(tx, shop, couponDiscountDeletedMail, {
    key: `coupon-discount-deleted:${id}`,
    to: { email: pool.address },
    flag: "showCoupons",
    values: { pool: pool.name, waiting: waitingSentence(Number(pool.waiting)) },
  });
}
