import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { type BenchBackroom, SHOP, until } from "./backroom.ts";
import { residentMegabytes } from "./memory.ts";
import { against, whole } from "./table.ts";
import { withoutIndexes } from "./without-indexes.ts";

/** Numbers that no order of the store has. */
const FIRST_ORDER = 7_500_000_000;
const LINES = 4;
/** A month. */
const [FROM, TO] = ["2026-10-01", "2026-10-31"];
const TARGET = { seconds: 60, megabytes: 200 };

interface Job {
  state: string;
  message: string | null;
  file: { size: number } | null;
}

/**
 * The bundle report of a month with so many orders, each with a bundle of three components and a line of its own: from the request
 * to the finished file with all its sheets. Lines for the report.
 */
export async function measureBundleReport(backroom: BenchBackroom, orders: number): Promise<string[]> {
  const { call, database, stack } = backroom;
  await fillOrders(database, orders);
  const memory = () => residentMegabytes(stack, "worker");
  const before = memory();
  let [most, isRunning] = [before, true];
  const watch = (async () => {
    for (; isRunning; await wait(100)) most = Math.max(most, memory());
  })();
  const started = performance.now();
  const query = `date_from=${FROM}&date_to=${TO}&bundle=true&component=true`;
  const { jobId } = await call<{ jobId: string }>("GET", `/api/bundle/report?${query}`);
  const job = await until("The report", 600, async () => {
    const detail = await call<Job>("GET", `/api/jobs/${jobId}`);
    return ["queued", "running"].includes(detail.state) ? null : detail;
  });
  const seconds = (performance.now() - started) / 1000;
  isRunning = false;
  await watch;
  if (!job.file) throw new Error(`The report ended as ${job.state} without a file.`);
  const grown = most - before;
  return [
    `bundle report of a month with ${whole(orders)} orders, ${whole(orders * (LINES - 1))} components: ${against(`${seconds.toFixed(1)} s`, seconds <= TARGET.seconds, `target ${TARGET.seconds} s`)}, a file of ${whole(job.file.size / 1_000_000)} MB`,
    `  the worker's memory grew by ${against(`${whole(grown)} MB`, grown <= TARGET.megabytes, `target <= ${TARGET.megabytes} MB`)}`,
  ];
}

async function fillOrders(database: pg.Pool, count: number): Promise<void> {
  const client = await database.connect();
  try {
    await withoutIndexes(client, ["orders", "order_lines"], async () => {
      await client.query(ORDERS, [SHOP, FIRST_ORDER, count]);
      await client.query(ORDER_LINES, [SHOP, FIRST_ORDER, LINES]);
    });
    await client.query(
      `INSERT INTO mirrors (shop, name, rebuilt_at) VALUES ($1, 'orders', now())
       ON CONFLICT (shop, name) DO UPDATE SET rebuilt_at = now()`,
      [SHOP],
    );
  } finally {
    client.release();
  }
}

const ORDERS = `
  INSERT INTO orders (shop, id, name, customer_id, processed_at, created_at, updated_at, financial_status, fulfillment_status,
                      return_status, risk, test, total_cents, discount_cents, refunded_cents)
  SELECT $1, $2::bigint + n, '#B' || n, n, at, at, at, 'PAID', 'FULFILLED', 'NO_RETURN', 'ACCEPT', false, 14500, 0, 0
    FROM generate_series(1, $3::int) AS n,
         LATERAL (SELECT timestamptz '${FROM} 04:00:00Z' + n * interval '30 days' / $3::int AS at) AS placed
  ON CONFLICT DO NOTHING`;

/** The last line of each order isn't a part of its bundle. There are 500 bundles and 1,500 components. */
const ORDER_LINES = `
  INSERT INTO order_lines (shop, id, order_id, position, sku, title, quantity, current_quantity, price_cents, total_cents,
                           group_id, group_sku, group_title, group_quantity)
  SELECT $1, o.id * 10 + line, o.id, line, 'COMPONENT-' || o.id % 500 || '-' || line, 'Component ' || line || ' of kit ' || o.id % 500,
         2, 2, 2500, 4500, CASE WHEN line < $3::int THEN 'gid://shopify/LineItemGroup/' || o.id END,
         CASE WHEN line < $3::int THEN 'KIT-' || o.id % 500 END, CASE WHEN line < $3::int THEN 'Kit ' || o.id % 500 END,
         CASE WHEN line < $3::int THEN 1 END
    FROM orders AS o, generate_series(1, $3::int) AS line
   WHERE o.shop = $1 AND o.id > $2::bigint
  ON CONFLICT DO NOTHING`;
