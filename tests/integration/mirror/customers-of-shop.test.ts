import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { plansOf } from "../../support/plans.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let withShop: typeof import("~/platform/db/with-shop.server").withShop;

/** One student of the first shop in the mirror. The view bypasses row-level security, so it must isolate shops itself. */
beforeAll(async () => {
  shop = await openTestShop("customers_of_shop");
  ({ withShop } = await import("~/platform/db/with-shop.server"));
  await withShop(DEMO, (tx) =>
    tx.$client.query(
      `INSERT INTO customers (shop, id, display_name, email, created_at, updated_at, student_status)
       VALUES ($1, 1, 'Iris Isolated', 'iris@students.example', now(), now(), 'pending')`,
      [DEMO],
    ),
  );
});
afterAll(() => shop.close());

const names = (domain: string, where: string) =>
  withShop(domain, async (tx) => {
    const found = await tx.$client.query<{ display_name: string }>(
      `SELECT display_name FROM customers_of_shop WHERE ${where}`,
    );
    return found.rows.map((row) => row.display_name);
  });

const studentSearch = async (body: { searchType: "Email" | "Date"; searchValue: string }) => {
  const calls = await signedInCalls(shop);
  return () => calls.students.list({ params: { status: "pending" }, query: {}, body });
};

test("shows each shop its own customers only, whatever the query", async () => {
  expect(await names(DEMO, "true")).toEqual(["Iris Isolated"]);
  expect(await names(SECOND, "true")).toEqual([]);
  expect(await names(SECOND, `shop = '${DEMO}' OR search_text LIKE '%iris%'`)).toEqual([]);
});

test("nothing can be written through it", async () => {
  await expect(
    withShop(DEMO, (tx) => tx.$client.query("UPDATE customers_of_shop SET display_name = 'Changed'")),
  ).rejects.toMatchObject({ code: "42501" });
});

test("a search by part of an address may use its index, which row-level security alone would forbid", async () => {
  const { database } = await import("~/platform/db/pool.server");
  await withShop(DEMO, (tx) =>
    tx.$client.query(
      `INSERT INTO customers (shop, id, display_name, created_at, updated_at)
       SELECT $1, 100 + number, 'Person ' || md5(number::text), now(), now() FROM generate_series(1, 10000) AS number`,
      [DEMO],
    ),
  );
  await database().query("VACUUM ANALYZE customers");
  const plan = await withShop(DEMO, async (tx) => {
    const explained = await tx.$client.query<{ "QUERY PLAN": string }>(
      `EXPLAIN SELECT id FROM customers_of_shop WHERE search_text LIKE '%iris%'`,
    );
    return explained.rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).toContain("Index Cond: (search_text ~~");
});

test("a search for what many students share skips the others in the index of the list's order", async () => {
  const { database } = await import("~/platform/db/pool.server");
  await withShop(DEMO, (tx) =>
    tx.$client.query(
      `INSERT INTO customers (shop, id, display_name, created_at, updated_at, student_status)
       SELECT $1, 20000 + number, CASE number % 5 WHEN 0 THEN 'Shared Name ' ELSE 'Other ' END || md5(number::text),
              now() - make_interval(mins => number), now(), 'pending'
         FROM generate_series(1, 10000) AS number`,
      [DEMO],
    ),
  );
  await database().query("VACUUM ANALYZE customers");
  const search = await studentSearch({ searchType: "Email", searchValue: "shared" });
  const [plan] = await plansOf("customers_of_shop", search);
  expect(plan).toContain("Index Only Scan using students_by_creation");
  const { rows, total } = await search();
  expect(rows.slice(0, 2).map(({ id }) => id)).toEqual(
    [5, 10].map((number) => `gid://shopify/Customer/${20_000 + number}`),
  );
  expect(total).toEqual({ count: 100, exact: false });
});

test("the one plan of all searches for a day reads that day's part of the index", async () => {
  const [plan] = await plansOf(
    "customers_of_shop",
    await studentSearch({ searchType: "Date", searchValue: "05-03-2026" }),
  );
  expect(plan).toContain("Index Scan using students_by_creation");
  expect(plan).toMatch(/Index Cond: .*created_at >= \$\d+\) AND \(created_at < \$\d+/);
});
