import pg from "pg";
import { type BenchBackroom, SHOP } from "./backroom.ts";
import { fillLocalStore } from "./rebuild.ts";
import { milliseconds, whole } from "./table.ts";

const ROUNDS = 200;
const WARM_UP = 20;

/**
 * The search of the page Returns with one client: the order, what can be returned, its returns and the reasons are read from the store
 * each time. Its orders aren't in the mirror, so that each search also asks the store for the number. A line for the report.
 */
export async function measureReturnPage(backroom: BenchBackroom, orders: number): Promise<string[]> {
  await fillLocalStore(backroom, { customers: 1_000, products: 200, orders });
  const names = await fulfilledOrders(backroom);
  const took: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const value = names[(round + WARM_UP) % names.length] ?? "";
    const started = performance.now();
    const path = `/api/shopify/order/search?${new URLSearchParams({ value })}`;
    const { data } = await backroom.call<{ data: { orderId: string } | null }>("GET", path);
    if (round >= 0) took.push(performance.now() - started);
    if (!data) throw new Error(`The order ${value} was not found.`);
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor(took.length * share)] ?? 0;
  return [
    `an order with what can be returned, of ${whole(orders)} in the store: p50 ${milliseconds(at(0.5))} ms, p95 ${milliseconds(at(0.95))} ms`,
  ];
}

/** Names of fulfilled orders all over the store. */
async function fulfilledOrders({ localStoreDatabaseUrl }: BenchBackroom): Promise<string[]> {
  const client = new pg.Client({ connectionString: localStoreDatabaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT coalesce(name, '#' || number) AS name FROM orders
        WHERE shop = $1 AND fulfillment_status = 'FULFILLED' ORDER BY md5(id::text) LIMIT $2`,
      [SHOP, ROUNDS + WARM_UP],
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
