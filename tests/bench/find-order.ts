import pg from "pg";
import { type BenchBackroom, SHOP } from "./backroom.ts";
import { fillOrders } from "./order-fill.ts";
import { against, milliseconds, whole } from "./table.ts";

const ROUNDS = 500;
const WARM_UP = 50;
const PREFIX = "#F";
const TARGET_MS = 3;

/**
 * An order with its lines by its name, with one client: through the app's transaction and row-level security, beside the same rows
 * by plain `pg` as the tables' owner. Lines for the report.
 */
export async function measureFindOrder(backroom: BenchBackroom, orders: number): Promise<string[]> {
  const { database, databaseUrl } = backroom;
  const fill = { prefix: PREFIX, first: 7_600_000_000, orders, lines: 2, from: "2025-10-01", days: 365 };
  await fillOrders(database, fill);
  process.env.DATABASE_URL = databaseUrl;
  const [{ orderByName }, { withShop }, { closeDatabase }] = await Promise.all([
    import("~/domain/orders/read-orders.server"),
    import("~/platform/db/with-shop.server"),
    import("~/platform/db/pool.server"),
  ]);
  const plain = new pg.Client({ connectionString: databaseUrl });
  await plain.connect();
  try {
    const app = await measure(orders, async (name) => {
      const order = await withShop(SHOP, (tx) => orderByName(tx, name));
      return order?.lines.length;
    });
    const raw = await measure(orders, async (name) => {
      const { rows } = await plain.query({ name: "order", text: PLAIN, values: [SHOP, name] });
      return rows[0]?.lines.length;
    });
    return [
      ...(await measureByCustomer(backroom, orders)),
      `an order by its name among ${whole(orders)}: ${against(`p50 ${milliseconds(app.p50)} ms`, app.p50 <= TARGET_MS, `target <= ${TARGET_MS} ms`)}, p95 ${milliseconds(app.p95)} ms; plain pg: p50 ${milliseconds(raw.p50)} ms, p95 ${milliseconds(raw.p95)} ms`,
    ];
  } finally {
    await plain.end();
    await closeDatabase();
  }
}

const SEARCHES = 200;
const PAGE_MS = 300;

/** The orders of customers by a part of their name or email address, as the page Returns searches them. */
async function measureByCustomer({ database, call }: BenchBackroom, orders: number): Promise<string[]> {
  await database.query(CUSTOMERS, [SHOP, orders]);
  await database.query("VACUUM ANALYZE customers");
  const texts = {
    "an email address": (number: number) => `buyer${number}@orders.example`,
    "a whole name": (number: number) => `Given${number % 200} Family${number}`,
    "a common name": (number: number) => `Given${number % 200}`,
  };
  const lines: string[] = [];
  for (const [kind, textOf] of Object.entries(texts)) {
    const took: number[] = [];
    for (let round = -WARM_UP; round < SEARCHES; round += 1) {
      const path = `/api/shopify/order/find?${new URLSearchParams({ value: textOf(1 + (((round + WARM_UP) * 7_919) % orders)) })}`;
      const started = performance.now();
      const { rows } = await call<{ rows: unknown[] }>("GET", path);
      if (round >= 0) took.push(performance.now() - started);
      if (rows.length === 0) throw new Error(`${path} found nothing.`);
    }
    took.sort((a, b) => a - b);
    const at = (share: number) => took[Math.floor(SEARCHES * share)] ?? 0;
    lines.push(
      `orders by ${kind} of ${whole(orders)} customers: p50 ${milliseconds(at(0.5))} ms, ${against(`p95 ${milliseconds(at(0.95))} ms`, at(0.95) <= PAGE_MS, `target <= ${PAGE_MS} ms`)}`,
    );
  }
  return lines;
}

const CUSTOMERS = `
  INSERT INTO customers (shop, id, display_name, email, tags, created_at, updated_at)
  SELECT $1, n, 'Given' || n % 200 || ' Family' || n, 'buyer' || n || '@orders.example', '{}', now(), now()
    FROM generate_series(1, $2::int) AS n ON CONFLICT DO NOTHING`;

const PLAIN = `
  SELECT o.*, (SELECT json_agg(to_json(l) ORDER BY l.position, l.id) FROM order_lines AS l
                WHERE l.shop = o.shop AND l.order_id = o.id) AS lines
    FROM orders AS o WHERE o.shop = $1 AND o.name = $2`;

/** Finds orders all over the mirror, so that no answer comes from a cache of one. @throws when one isn't found whole */
async function measure(orders: number, find: (name: string) => Promise<number | undefined>) {
  const took: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const name = `${PREFIX}${1 + (((round + WARM_UP) * 7_919) % orders)}`;
    const started = performance.now();
    const lines = await find(name);
    if (round >= 0) took.push(performance.now() - started);
    if (lines !== 2) throw new Error(`The order ${name} was found with ${lines} lines.`);
  }
  took.sort((a, b) => a - b);
  return { p50: took[Math.floor(ROUNDS * 0.5)] ?? 0, p95: took[Math.floor(ROUNDS * 0.95)] ?? 0 };
}
