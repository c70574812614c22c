import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shops } from "../../../local-store/config.ts";
import { fillDemo } from "../../../local-store/demo/fill-demo.ts";
import { type FillOptions, fillStore } from "../../../local-store/demo/fill-store.ts";
import { generatePerson } from "../../../local-store/demo/generate-person.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { startTestStore } from "./running-store.ts";

let store: Awaited<ReturnType<typeof startTestStore>>;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.dispose());

const [demo, second] = shops;
if (!demo || !second) throw new Error("The local store has two shops.");

async function count(shop: string, condition = "true", table = "customers"): Promise<number> {
  const { rows } = await store.store.pool.query(
    `SELECT count(*) AS count FROM ${table} WHERE shop = $1 AND ${condition}`,
    [shop],
  );
  return rows[0].count;
}

describe("the demo data", () => {
  it("adds about 600 students, 180 of them pending, other people to the second shop, and nothing when repeated", async () => {
    await fillDemo(store);
    const students = "'UserType:Student' = ANY (tags)";
    expect(await count(demo.domain, students)).toBeGreaterThan(550);
    expect(await count(demo.domain, `${students} AND 'Pending' = ANY (tags)`)).toBeGreaterThan(150);
    const all = await count(demo.domain);
    const bundles =
      "line_group IS NOT NULL AND order_id IN (SELECT id FROM orders WHERE created_at > now() - interval '31 days')";
    expect(await count(demo.domain, bundles, "order_lines")).toBeGreaterThan(4);
    const { rows } = await store.store.pool.query(
      "SELECT email FROM customers GROUP BY email HAVING count(DISTINCT shop) > 1",
    );
    expect(rows).toEqual([]);
    await fillDemo(store);
    expect(await count(demo.domain)).toBe(all);
  });

  it("includes store credit and one credit that expires within days", async () => {
    const { rows } = await store.store.pool.query<{ accounts: number; wrong: number; soon: number }>(
      `SELECT count(DISTINCT a.id) AS accounts, count(*) FILTER (WHERE t.expires_at < now() + interval '4 days') AS soon,
         count(DISTINCT a.id) FILTER (WHERE a.balance_cents <> (SELECT sum(remaining_cents)
           FROM store_credit_transactions s WHERE s.shop = a.shop AND s.account_id = a.id)) AS wrong
       FROM store_credit_accounts a JOIN store_credit_transactions t ON t.shop = a.shop AND t.account_id = a.id
       WHERE a.shop = $1`,
      [demo.domain],
    );
    expect(rows).toEqual([{ accounts: expect.any(Number), wrong: 0, soon: 1 }]);
    expect(rows[0]?.accounts).toBeGreaterThan(30);
  });
});

describe("filling the store", () => {
  const fill = (options: Partial<FillOptions>) =>
    fillStore(store.store, second, { customers: 0, products: 0, seed: 3, ...options });

  it("adds the requested number and continues after an interruption", async () => {
    const before = await count(second.domain);
    expect(await fill({ customers: 700, products: 5 })).toEqual({ customers: 700, products: 5, orders: 0 });
    expect(await fill({ customers: 900 })).toEqual({ customers: 200, products: 0, orders: 0 });
    expect(await count(second.domain)).toBe(before + 900);
  });

  it("adds products whose variants have SKUs, one percent of them twice, without webhooks", async () => {
    expect(await fill({ products: 2_000, seed: 5 })).toEqual({ customers: 0, products: 2_000, orders: 0 });
    const { rows } = await store.store.pool.query<Record<string, number>>(
      `SELECT count(*) AS skus, count(*) FILTER (WHERE variants = 2) AS shared, max(variants) AS most,
         sum(without_sku) AS "withoutSku", sum(costs) AS costs, sum(variants) AS variants
       FROM (SELECT sku, count(*) AS variants, count(*) FILTER (WHERE sku IS NULL) AS without_sku, count(cost_cents) AS costs
             FROM variants WHERE shop = $1 AND sku LIKE '___5-%' GROUP BY sku) AS by_sku`,
      [second.domain],
    );
    const [{ skus = 0, shared = 0, most, withoutSku, costs = 0, variants = 0 } = {}] = rows;
    expect([most, Number(withoutSku)]).toEqual([2, 0]);
    expect(shared / skus).toBeCloseTo(0.01, 3);
    expect(costs / variants).toBeCloseTo(0.8, 1);
    const queued = await store.store.pool.query("SELECT FROM webhook_deliveries WHERE shop = $1", [
      second.domain,
    ]);
    expect(queued.rowCount).toBe(0);
    expect(await fill({ products: 2_000, seed: 5 })).toEqual({ customers: 0, products: 0, orders: 0 });
  });

  it("adds orders over a year with several lines, bundles, discounts and fulfillments, and continues", async () => {
    expect(await fill({ orders: 600 })).toEqual({ customers: 0, products: 0, orders: 600 });
    expect(await fill({ orders: 700 })).toMatchObject({ orders: 100 });
    const { rows } = await store.store.pool.query<Record<string, number>>(
      `SELECT count(*) AS orders, count(*) FILTER (WHERE discount_codes <> '[]') AS codes,
         count(*) FILTER (WHERE fulfillment_status = 'FULFILLED') AS fulfilled,
         count(*) FILTER (WHERE total_cents <> shipping_cents + (SELECT sum(price_cents * quantity) FROM order_lines l
           WHERE l.shop = o.shop AND l.order_id = o.id) - discount_cents) AS wrong,
         (SELECT count(*) FROM order_lines l WHERE l.shop = $1) AS lines,
         (SELECT count(*) FROM order_lines l WHERE l.shop = $1 AND line_group IS NOT NULL) AS grouped,
         extract(days FROM max(created_at) - min(created_at))::int AS days
       FROM orders o WHERE shop = $1 AND source_identifier LIKE 'seed3-%'`,
      [second.domain],
    );
    const [{ orders = 0, codes = 0, fulfilled = 0, wrong, lines = 0, grouped = 0, days } = {}] = rows;
    expect([orders, wrong, days]).toEqual([700, 0, 364]);
    expect(lines / orders).toBeGreaterThan(2);
    expect(Math.min(codes, fulfilled, grouped)).toBeGreaterThan(40);
  });

  it("updates the totals of customers when it is repeated after a stop before that", async () => {
    const isWrong =
      "orders_count <> (SELECT count(*) FROM orders o WHERE o.shop = customers.shop AND o.customer_id = customers.id)";
    await store.store.pool.query(
      "UPDATE customers SET orders_count = 0, amount_spent_cents = 0 WHERE shop = $1",
      [second.domain],
    );
    expect(await count(second.domain, isWrong)).toBeGreaterThan(0);
    expect(await fill({ orders: 700 })).toMatchObject({ orders: 0 });
    expect(await count(second.domain, isWrong)).toBe(0);
  });

  it("draws the pictures of products", async () => {
    const { rows } = await store.store.pool.query<{ source: string }>(
      "SELECT source FROM media_files WHERE shop = $1 LIMIT 1",
      [second.domain],
    );
    const response = await fetch(store.url + rows[0]?.source);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "image/svg+xml; charset=utf-8",
    ]);
    expect(await response.text()).toContain("<svg");
  });

  it("generates the same people for the same seed, with every kind and status", () => {
    const options = { seed: 9, today: new Date("2026-10-01T12:00:00Z"), emailDomain: "x.example" };
    const people = Array.from({ length: 500 }, (_, number) => generatePerson(number, options));
    expect(people).toEqual(Array.from({ length: 500 }, (_, number) => generatePerson(number, options)));
    const kinds = new Set(people.map(({ kind, status }) => `${kind} ${status}`));
    expect([...kinds].sort()).toEqual([
      "customer undefined",
      "staff Approved",
      "staff Disabled",
      "staff Pending",
      "student Approved",
      "student Disabled",
      "student Pending",
    ]);
    expect(generatePerson(1, { ...options, seed: 10 })).not.toEqual(people[1]);
    expect(new Set(people.map(({ email }) => email)).size).toBe(500);
  });
});

describe("the commands", () => {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ["--import", "tsx", ...args], {
      cwd: root,
      env: { ...process.env, LOCAL_STORE_DATABASE_URL: store.databaseUrl },
      timeout: withMachineFactor(20_000),
    });

  it("report usage errors without a stack trace", async () => {
    await expect(run("server/store/fill.ts", "--customers", "many")).rejects.toMatchObject({
      code: 2,
      stderr: '--customers must be a whole number from 0 to 10,000,000, not "many".\n',
    });
    await expect(run("server/store/load.ts", "x.csv", "--shop", "unknown")).rejects.toMatchObject({
      code: 2,
      stderr:
        'Unknown shop "unknown". Available shops: backroom-demo.myshopify.com, backroom-second.myshopify.com.\n',
    });
  });

  it("write a sample export and load it", async () => {
    const file = `${store.folder}/sample.csv`;
    await run("server/store/export-sample.ts", file, "--customers", "40", "--seed", "77");
    const { stdout } = await run("server/store/load.ts", file, "--shop", second.handle);
    expect(stdout).toContain("sample.csv: 40 customers created, 0 updated in backroom-second.myshopify.com");
  });
});
