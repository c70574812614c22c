import { addSeconds } from "date-fns";
import type { CallContext } from "~/core/context.server";
import type { Shop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import { toDecimalString } from "~/platform/money/decimal";
import type { CouponPool } from "./contract";
import { describeValue } from "./pool.server";

/** How many days back the rate of assignments is measured. */
const RATE_DAYS = 14;
const FREE = "c.state = 'free' AND c.redeemed_at IS NULL";
const SECONDS_PER_DAY = 86_400;

interface PoolRecord {
  id: string;
  name: string;
  version: number;
  discount_number: string | null;
  percent: number | null;
  amount_cents: string | null;
  once_per_customer: boolean;
  starts_at: Date;
  ends_at: Date | null;
  assigns: boolean;
  product_id: string | null;
  product_title: string | null;
  tag: string | null;
  minimum_cents: string | null;
  alert_level: number | null;
  alert_to: string | null;
  owner_name: string;
  free: string;
  assigned: string;
  redeemed: string;
  unsent: string;
  waiting: string;
  recent: string;
  days: number;
}

/** How many codes of the pool `p` are in a state. Each has an index of its own, because a pool may have a million codes. */
const countOf = (condition: string): string =>
  `(SELECT count(*) FROM coupon_codes AS c WHERE c.shop = p.shop AND c.pool_id = p.id AND ${condition})`;

/** The names of all pools, by name. */
export const listPoolNames = ({ shop }: CallContext): Promise<{ id: string; name: string }[]> =>
  withShop(shop.domain, async (tx) => {
    const { rows } = await tx.$client.query<{ id: string; name: string }>(
      "SELECT id, name FROM coupon_pools WHERE shop = $1 ORDER BY lower(name), id",
      [shop.domain],
    );
    return rows;
  });

/** How many coupons orders can get: those that are free, in pools that haven't ended. */
export const countFreeCoupons = ({ shop, clock }: CallContext): Promise<number> =>
  withShop(shop.domain, async (tx) => {
    const { rows } = await tx.$client.query<{ free: string }>(
      `SELECT coalesce(sum(${countOf(FREE)}), 0) AS free FROM coupon_pools AS p
        WHERE p.shop = $1 AND (p.ends_at IS NULL OR p.ends_at > $2)`,
      [shop.domain, clock.now()],
    );
    return Number(rows[0]?.free ?? 0);
  });

/** All pools by name. */
export const listPools = ({ shop, clock }: CallContext): Promise<CouponPool[]> =>
  withShop(shop.domain, (tx) => readPools(tx, shop, clock.now()));

/** One pool. @throws 404 for an unknown one */
export async function readPool(tx: ShopTransaction, shop: Shop, id: number, now: Date): Promise<CouponPool> {
  const [pool] = await readPools(tx, shop, now, id);
  if (!pool) throw notFound("There is no such coupon pool. Open the list of pools again.");
  return pool;
}

async function readPools(tx: ShopTransaction, shop: Shop, now: Date, id?: number): Promise<CouponPool[]> {
  const { rows } = await tx.$client.query<PoolRecord>(
    `SELECT p.*, product.title AS product_title,
            ${countOf(FREE)} AS free,
            ${countOf("c.assigned_at IS NOT NULL")} AS assigned,
            ${countOf("c.redeemed_at IS NOT NULL")} AS redeemed,
            ${countOf("c.state = 'waiting' AND c.state IN ('waiting', 'removing')")} AS unsent,
            (SELECT count(*) FROM coupon_orders AS o
              WHERE o.shop = p.shop AND o.pool_id = p.id AND o.coupon_id IS NULL) AS waiting,
            (SELECT count(*) FROM coupon_codes AS c WHERE c.shop = p.shop AND c.pool_id = p.id
                AND c.assigned_at > $2::timestamptz - make_interval(days => ${RATE_DAYS})) AS recent,
            least(${RATE_DAYS}, greatest(1, extract(epoch FROM $2::timestamptz - p.created_at) / ${SECONDS_PER_DAY}))::float8 AS days
       FROM coupon_pools AS p
       LEFT JOIN products_of_shop AS product ON product.id = p.product_id
      WHERE p.shop = $1 AND ($3::bigint IS NULL OR p.id = $3) ORDER BY lower(p.name), p.id`,
    [shop.domain, now, id ?? null],
  );
  return rows.map((record) => poolOf(record, shop, now));
}

function poolOf(record: PoolRecord, shop: Shop, now: Date): CouponPool {
  const cents = (value: string | null): Cents | null => (value === null ? null : centsFromDatabase(value));
  const decimal = (value: string | null) => {
    const amount = cents(value);
    return amount === null ? null : toDecimalString(amount, shop.currency);
  };
  const free = Number(record.free);
  const perDay = Number(record.recent) / record.days;
  return {
    id: record.id,
    name: record.name,
    version: record.version,
    discountId: record.discount_number,
    percent: record.percent,
    amount: decimal(record.amount_cents),
    value: describeValue({ percent: record.percent, amountCents: cents(record.amount_cents) }, shop),
    oncePerCustomer: record.once_per_customer,
    startsAt: record.starts_at.toISOString(),
    endsAt: record.ends_at?.toISOString() ?? null,
    assigns: record.assigns,
    productId: record.product_id,
    productTitle: record.product_title,
    tag: record.tag,
    minimum: decimal(record.minimum_cents),
    alertLevel: record.alert_level,
    alertTo: record.alert_to,
    owner: record.owner_name,
    free,
    assigned: Number(record.assigned),
    redeemed: Number(record.redeemed),
    unsent: Number(record.unsent),
    waiting: Number(record.waiting),
    perDay: Math.round(perDay * 10) / 10,
    runsOutAt: runsOutAt(record, { free, perDay, now })?.toISOString() ?? null,
  };
}

function runsOutAt(
  { assigns, ends_at }: PoolRecord,
  { free, perDay, now }: { free: number; perDay: number; now: Date },
): Date | null {
  if (!assigns || perDay === 0) return null;
  const at = addSeconds(now, (free / perDay) * SECONDS_PER_DAY);
  return ends_at && ends_at < at ? null : at;
}
