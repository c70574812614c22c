import { addSeconds } from "date-fns";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { defineRow, field } from "~/core/lists/define-row.server";
import { queryRows } from "~/core/lists/list-query.server";
import type { Shop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import { toDecimalString } from "~/platform/money/decimal";
import { describeValue } from "./pool.server";

/** How many days back the rate of assignments is measured. */
const RATE_DAYS = 14;
const FREE = "c.state = 'free' AND c.redeemed_at IS NULL";
const SECONDS_PER_DAY = 86_400;

/** How many codes of the pool `p` are in a state. Each has an index of its own, because a pool may have a million codes. */
const countOf = (condition: string) =>
  sql.raw(
    `(SELECT count(*)::int FROM coupon_codes AS c WHERE c.shop = p.shop AND c.pool_id = p.id AND ${condition})`,
  );

const text = z.string();
/** ISO 8601. */
const instant = text;
const count = z.number().int();

const stored = defineRow({
  id: field(sql`p.id`, text),
  name: field(sql`p.name`, text),
  version: field(sql`p.version`, count),
  /** The number of the discount in Shopify. Null until its first codes are added. */
  discountId: field(sql`p.discount_number`, text.nullable()),
  percent: field(sql`p.percent`, z.number().nullable()),
  oncePerCustomer: field(sql`p.once_per_customer`, z.boolean()),
  startsAt: field(sql`p.starts_at`, instant),
  endsAt: field(sql`p.ends_at`, instant.nullable()),
  assigns: field(sql`p.assigns`, z.boolean()),
  /** The number of the product. */
  productId: field(sql`p.product_id`, text.nullable()),
  productTitle: field(sql`product.title`, text.nullable()),
  tag: field(sql`p.tag`, text.nullable()),
  alertLevel: field(sql`p.alert_level`, count.nullable()),
  alertTo: field(sql`p.alert_to`, text.nullable()),
  owner: field(sql`p.owner_name`, text),
  archivedAt: field(sql`p.archived_at`, instant.nullable()),
  /** Codes that an order can get, that orders have, and that customers used. */
  free: field(countOf(FREE), count),
  assigned: field(countOf("c.assigned_at IS NOT NULL"), count),
  redeemed: field(countOf("c.redeemed_at IS NOT NULL"), count),
  /** Codes that Shopify doesn't have yet. */
  unsent: field(countOf("c.state = 'waiting' AND c.state IN ('waiting', 'removing')"), count),
  /** Orders that wait for a coupon. */
  waiting: field(
    sql`(SELECT count(*)::int FROM coupon_orders AS o
          WHERE o.shop = p.shop AND o.pool_id = p.id AND o.coupon_id IS NULL)`,
    count,
  ),
});

/** In the shop's currency, with a point. */
const decimal = text;

/** A pool as calls answer it. */
export const pool = stored.schema.extend({
  amount: decimal.nullable(),
  /** What it takes off: "10% off". */
  value: text,
  minimum: decimal.nullable(),
  /** How many coupons were assigned per day on average of the last two weeks. */
  perDay: z.number(),
  /** When the free coupons run out at that rate. Null when none is assigned, or when the pool ends before. */
  runsOutAt: instant.nullable(),
});
export type CouponPool = z.infer<typeof pool>;

/** What is read besides. */
interface PoolRecord {
  amount_cents: string | null;
  minimum_cents: string | null;
  recent: number;
  days: number;
}

/** A pool in a choice. Codes are added only to those that aren't archived. */
export interface PoolName {
  id: string;
  name: string;
  isArchived: boolean;
}

/** The names of all pools, by name. */
export const listPoolNames = ({ shop }: CallContext): Promise<PoolName[]> =>
  withShop(shop.domain, async (tx) => {
    const { rows } = await tx.$client.query<PoolName>(
      `SELECT id, name, archived_at IS NOT NULL AS "isArchived" FROM coupon_pools WHERE shop = $1 ORDER BY lower(name), id`,
      [shop.domain],
    );
    return rows;
  });

/** How many coupons orders can get: those that are free, in pools that haven't ended and aren't archived. */
export const countFreeCoupons = ({ shop, clock }: CallContext): Promise<number> =>
  withShop(shop.domain, async (tx) => {
    const [total] = await queryRows<{ free: string }>(
      tx,
      sql`SELECT coalesce(sum(${countOf(FREE)}), 0) AS free FROM coupon_pools AS p
           WHERE p.shop = ${shop.domain} AND p.archived_at IS NULL AND (p.ends_at IS NULL OR p.ends_at > ${clock.now()})`,
    );
    return Number(total?.free ?? 0);
  });

/** All pools by name, with those that are archived. */
export const listPools = ({ shop, clock }: CallContext): Promise<CouponPool[]> =>
  withShop(shop.domain, (tx) => readPools(tx, shop, clock.now()));

/** One pool. @throws 404 for an unknown one */
export async function readPool(tx: ShopTransaction, shop: Shop, id: number, now: Date): Promise<CouponPool> {
  const [found] = await readPools(tx, shop, now, id);
  if (!found) throw notFound("There is no such coupon pool. Open the list of pools again.");
  return found;
}

async function readPools(tx: ShopTransaction, shop: Shop, now: Date, id?: number): Promise<CouponPool[]> {
  const records = await queryRows<PoolRecord>(
    tx,
    sql`SELECT ${stored.select}, p.amount_cents, p.minimum_cents,
            (SELECT count(*)::int FROM coupon_codes AS c WHERE c.shop = p.shop AND c.pool_id = p.id
                AND c.assigned_at > ${now}::timestamptz - make_interval(days => ${sql.raw(String(RATE_DAYS))})) AS recent,
            least(${sql.raw(String(RATE_DAYS))}, greatest(1, extract(epoch FROM ${now}::timestamptz - p.created_at)
              / ${sql.raw(String(SECONDS_PER_DAY))}))::float8 AS days
       FROM coupon_pools AS p
       LEFT JOIN products_of_shop AS product ON product.id = p.product_id
      WHERE p.shop = ${shop.domain} AND (${id ?? null}::bigint IS NULL OR p.id = ${id ?? null}) ORDER BY lower(p.name), p.id`,
  );
  return records.map((record) => poolOf(record, shop, now));
}

function poolOf(record: PoolRecord, shop: Shop, now: Date): CouponPool {
  const read = stored.of(record);
  const cents = (value: string | null): Cents | null => (value === null ? null : centsFromDatabase(value));
  const decimalOf = (value: string | null) => {
    const found = cents(value);
    return found === null ? null : toDecimalString(found, shop.currency);
  };
  const perDay = record.recent / record.days;
  return {
    ...read,
    amount: decimalOf(record.amount_cents),
    value: describeValue({ percent: read.percent, amountCents: cents(record.amount_cents) }, shop),
    minimum: decimalOf(record.minimum_cents),
    perDay: Math.round(perDay * 10) / 10,
    runsOutAt: runsOutAt(read, perDay, now)?.toISOString() ?? null,
  };
}

function runsOutAt(
  { assigns, archivedAt, endsAt, free }: z.infer<typeof stored.schema>,
  perDay: number,
  now: Date,
): Date | null {
  if (!assigns || archivedAt !== null || perDay === 0) return null;
  const at = addSeconds(now, (free / perDay) * SECONDS_PER_DAY);
  return endsAt !== null && new Date(endsAt) < at ? null : at;
}
