import { type BenchBackroom, SHOP } from "./backroom.ts";
import { fillOrders } from "./order-fill.ts";
import { benchName, fillSubmissions } from "./promo-fill.ts";
import { settle } from "./settle.ts";
import { against, milliseconds, whole } from "./table.ts";

const ROUNDS = 200;
const WARM_UP = 20;
const ORDER_PREFIX = "#K";
const TARGET_MS = 100;

/** What is in the database besides the customers. */
export interface DeskScale {
  submissions: number;
  orders: number;
}

interface PaletteAnswer {
  groups: { name: string; rows: unknown[] }[];
}

/**
 * The desk of Home, and the palette with texts that find customers, orders and submissions, with one client on the mirror as it is filled
 * now. Lines for the report. @throws when a text finds nothing
 */
export async function measureDesk(backroom: BenchBackroom, scale: DeskScale): Promise<string[]> {
  const { database } = backroom;
  await fillSubmissions(database, scale.submissions);
  const fill = { prefix: ORDER_PREFIX, first: 7_700_000_000, lines: 2, from: "2025-10-01", days: 365 };
  await fillOrders(database, { ...fill, orders: scale.orders });
  await settle(backroom);
  const customers = await read<{ email: string; name: string }>(
    backroom,
    "SELECT email, display_name AS name FROM customers WHERE shop = $1 AND id % 4999 = 0 ORDER BY id LIMIT 100",
  );
  const submissions = await read<{ id: string }>(
    backroom,
    "SELECT id::text FROM submissions WHERE shop = $1 AND id % 97 = 0 ORDER BY id LIMIT 100",
  );
  const texts = {
    "an email address": customers.map(({ email }) => email),
    "a name": customers.map(({ name }) => name),
    "an order": customers.map((_customer, index) => `${ORDER_PREFIX}${1 + ((index * 7_919) % scale.orders)}`),
    "a submission": submissions.map(({ id }) => id),
    "a common name": customers.map((_customer, index) => benchName(index)),
  };
  const desk = await measure(() => backroom.call("GET", "/api/desk"));
  const lines = [
    `${whole(await countCustomers(backroom))} customers, ${whole(scale.submissions)} submissions and ${whole(scale.orders)} orders`,
    `the desk of Home: ${figuresOf(desk)}`,
  ];
  for (const [kind, examples] of Object.entries(texts)) {
    let found = 0;
    const took = await measure(async (round) => {
      const text = examples[round % examples.length] ?? "";
      const { groups } = await backroom.call<PaletteAnswer>(
        "GET",
        `/api/palette?text=${encodeURIComponent(text)}`,
      );
      found += groups.length;
    });
    // A submission's name isn't searched: such a text only costs time.
    if (found === 0 && kind !== "a common name") throw new Error(`The palette found nothing by ${kind}.`);
    lines.push(`the palette by ${kind}: ${figuresOf(took)}`);
  }
  return lines;
}

const figuresOf = ({ p50, p95 }: { p50: number; p95: number }): string =>
  `p50 ${milliseconds(p50)} ms, ${against(`p95 ${milliseconds(p95)} ms`, p95 <= TARGET_MS, `target <= ${TARGET_MS} ms`)}`;

const read = async <Row extends object>({ database }: BenchBackroom, statement: string): Promise<Row[]> =>
  (await database.query<Row>(statement, [SHOP])).rows;

const countCustomers = async (backroom: BenchBackroom): Promise<number> =>
  (await read<{ count: number }>(backroom, "SELECT count(*)::int AS count FROM customers WHERE shop = $1"))[0]
    ?.count ?? 0;

async function measure(run: (round: number) => Promise<unknown>): Promise<{ p50: number; p95: number }> {
  const took: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const started = performance.now();
    await run(round);
    if (round >= WARM_UP) took.push(performance.now() - started);
  }
  took.sort((a, b) => a - b);
  return { p50: took[Math.floor(ROUNDS * 0.5)] ?? 0, p95: took[Math.floor(ROUNDS * 0.95)] ?? 0 };
}
