import { subMilliseconds } from "date-fns";
import { and, eq } from "drizzle-orm";
import type { Shop } from "~/platform/auth/shops.server";
import { formatInstant } from "~/platform/dates/instant";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { formatMoney } from "~/platform/money/format-money";
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

/** A pool. @throws 404 for an unknown one */
export async function requirePool(tx: ShopTransaction, shop: string, id: number): Promise<StoredPool> {
  const pool = await findPool(tx, shop, id);
  if (!pool) throw notFound("There is no such coupon pool. Open the list of pools again.");
  return pool;
}

/** The same, locked until the transaction ends. */
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
