import type pg from "pg";
import { SHOP } from "../backroom.ts";
import { fillOrders } from "../order-fill.ts";
import { countPriceLog } from "../price-fill.ts";
import { withoutIndexes } from "../without-indexes.ts";
import { fillProducts } from "../workbench.ts";

/** How much a shop has. */
export interface ShopSize {
  products: number;
  orders: number;
}

/** Each customer has five orders. */
const ORDERS_PER_CUSTOMER = 5;
/** Numbers that neither the store nor another part of the bench has. */
const FIRST_ORDER = 7_800_000_000;
const FIRST_CUSTOMER = 1;
const PARTNERS = 20;
const CODES = 5_000;
const EVENTS = 500;
const SNAPSHOT_DAYS = 800;

/** Of the orders that are added: `#S1`, `#S2` and so on. */
export const ORDER_PREFIX = "#S";
/** The first day of these orders, and over how many days they are spread. */
export const ORDER_DAYS = { from: "2025-10-01", days: 365 };

/** How many customers the orders are of. */
export const customersOf = ({ orders }: ShopSize): number =>
  Math.max(1, Math.floor(orders / ORDERS_PER_CUSTOMER));
/** How many coupons the shop has: one for every fifth order. */
const couponsOf = ({ orders }: ShopSize): number => Math.floor(orders / 5);
/** How many prices are scheduled: for every second product. */
const schedulesOf = ({ products }: ShopSize): number => Math.floor(products / 2);

/**
 * Fills a shop in the database with everything that pages of results read. Each kind is written with one statement.
 * @param collections the numbers of the collections that the products are in
 */
export async function fillShop(
  database: pg.Pool,
  size: ShopSize,
  collections: readonly number[],
): Promise<void> {
  await fillProducts(database, size.products, collections);
  const customers = customersOf(size);
  await fillOrders(database, {
    prefix: ORDER_PREFIX,
    first: FIRST_ORDER,
    orders: size.orders,
    lines: 2,
    customers,
    ...ORDER_DAYS,
  });
  const client = await database.connect();
  try {
    await withoutIndexes(client, ["customers"], async () => {
      await client.query(CUSTOMERS, [SHOP, FIRST_CUSTOMER, customers]);
    });
    await withoutIndexes(client, ["coupon_codes"], async () => {
      await client.query(COUPON_POOL, [SHOP]);
      await client.query(COUPONS, [SHOP, couponsOf(size), FIRST_ORDER, ORDER_PREFIX]);
    });
    await withoutIndexes(client, ["price_schedules"], async () => {
      await client.query(SCHEDULES, [SHOP, schedulesOf(size)]);
    });
    await countPriceLog(client);
    await client.query(ORDINARY_MOMENT, [SHOP]);
    await client.query(PARTNERS_OF_CODES, [SHOP, PARTNERS]);
    await client.query(REGISTRATION_CODES, [SHOP, CODES, PARTNERS]);
    await withoutIndexes(client, ["code_registrations"], async () => {
      await client.query(REGISTRATIONS, [SHOP, customers, CODES, PARTNERS, `${ORDER_DAYS.from}T00:00:00Z`]);
    });
    await client.query(EVENTS_OF_SHOP, [SHOP, EVENTS]);
    await client.query(SNAPSHOTS, [SHOP, SNAPSHOT_DAYS, customers]);
  } finally {
    client.release();
  }
}

const CUSTOMERS = `
  INSERT INTO customers (shop, id, display_name, first_name, last_name, email, tags, created_at, updated_at)
  SELECT $1, $2::bigint + n, 'Given' || n % 200 || ' Family' || n, 'Given' || n % 200, 'Family' || n,
         'buyer' || n || '@orders.example', '{}', now(), now()
    FROM generate_series(0, $3::int - 1) AS n ON CONFLICT DO NOTHING`;

const COUPON_POOL = `
  INSERT INTO coupon_pools (shop, id, name, percent, once_per_customer, starts_at, owner_id, owner_name)
  SELECT $1, 1 + n, 'Pool ' || n, 10, true, now() - interval '1 year', '1', 'Bench' FROM generate_series(0, 9) AS n`;

const COUPONS = `
  INSERT INTO coupon_codes (shop, pool_id, code, state, order_id, order_name, assigned_at)
  SELECT $1, 1 + n % 10, 'SAVE-' || upper(substr(md5(n::text), 1, 8)) || '-' || n, CASE WHEN is_used THEN 'assigned' ELSE 'free' END,
         CASE WHEN is_used THEN $3::bigint + n END, CASE WHEN is_used THEN $4::text || n END,
         CASE WHEN is_used THEN now() - make_interval(mins => n) END
    FROM generate_series(1, $2::int) AS n, LATERAL (SELECT n % 3 <> 0 AS is_used) AS use`;

/** They begin in the next two months, a hundred at each moment, so that no worker applies one. Every third one ends. */
const SCHEDULES = `
  INSERT INTO price_schedules (shop, sku, price_cents, effective_at, end_at, below_mapp, state, actor_id, actor_name)
  SELECT $1, 'WB-' || lpad(n::text, 6, '0') || '-1', 900 + n % 9000, at, CASE WHEN n % 3 = 0 THEN at + interval '7 days' END, false,
         'scheduled', '1', 'Bench'
    FROM generate_series(0, $2::int - 1) AS n,
         LATERAL (SELECT date_trunc('day', now()) + interval '3 days' + (n / 100) * interval '60 days' / ($2::int / 100 + 1) AS at) AS due`;

/** The nightly rebuild was some hours ago: for minutes after it, pages read what all products have. */
const ORDINARY_MOMENT =
  "UPDATE mirrors SET rebuilt_at = now() - interval '3 hours' WHERE shop = $1 AND name = 'products'";

const PARTNERS_OF_CODES = `
  INSERT INTO partners (shop, handle, name, position)
  SELECT $1, 'bench-' || n, 'Bench partner ' || n, 1000 + n FROM generate_series(0, $2::int - 1) AS n`;

const REGISTRATION_CODES = `
  INSERT INTO registration_codes (shop, id, code, start_day, end_day, partner_handle, current_count, tags, email_domains, created_at,
                                  operation_id)
  SELECT $1, 1000000 + n, 'BENCH' || n, current_date - 300, current_date + (n % 200) - 50, 'bench-' || n % $3::int, n % 90,
         ARRAY['tag-' || n % 50], '{}', now(), gen_random_uuid()
    FROM generate_series(0, $2::int - 1) AS n`;

const REGISTRATIONS = `
  INSERT INTO code_registrations (shop, code_id, address, customer_id, partner_handle, kind, registered_at)
  SELECT $1, 1000000 + n % $3::int, 'buyer' || n || '@orders.example', n, 'bench-' || n % $4::int, 'student',
         $5::timestamptz + (n % 365) * interval '1 day'
    FROM generate_series(1, $2::int) AS n`;

const EVENTS_OF_SHOP = `
  INSERT INTO events (shop, id, name, description, date_from, date_to, active, created_at, operation_id)
  SELECT $1, 100000 + n, 'Workshop ' || n, 'A day of work', at, at + interval '4 hours', n % 2 = 0, now(), gen_random_uuid()
    FROM generate_series(0, $2::int - 1) AS n, LATERAL (SELECT now() + (n - $2::int / 2) * interval '1 day' AS at) AS moment`;

const SNAPSHOTS = `
  INSERT INTO customer_snapshots (shop, day, read_at, is_total_exact, total, with_aic_tag, without_aic_tag, email_subscribed, sms_subscribed,
      with_aic_tag_email_subscribed, with_aic_tag_sms_subscribed, without_aic_tag_email_subscribed, without_aic_tag_sms_subscribed)
  SELECT $1, current_date - n, now() - n * interval '1 day', true, total, total / 3, total - total / 3, total / 2, total / 4,
         total / 6, total / 12, total / 3, total / 6
    FROM generate_series(1, $2::int) AS n, LATERAL (SELECT $3::int - n * 10 AS total) AS growth
  ON CONFLICT DO NOTHING`;
