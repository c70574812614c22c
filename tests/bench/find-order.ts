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
      `an order by its name among ${whole(orders)}: ${against(`p50 ${milliseconds(app.p50)} ms`, app.p50 <= TARGET_MS, `target <= ${TARGET_MS} ms`)}, p95 ${milliseconds(app.p95)} ms; plain pg: p50 ${milliseconds(raw.p50)} ms, p95 ${milliseconds(raw.p95)} ms`,
    ];
  } finally {
    await plain.end();
    await closeDatabase();
  }
}

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
