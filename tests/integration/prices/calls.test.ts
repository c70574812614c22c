/** The calls of the price log, over a log of known entries. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { instantsOf } from "~/platform/dates/day-range";
import { signIn } from "../../guarantees/support/flags.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { PricedProduct, query, record } from "./support.ts";

const NOW = new Date("2026-06-20T12:00:00Z");
const clock = { now: () => NOW };
const DAY = 86_400_000;
let shop: TestShop;
let serial = 0;

beforeAll(async () => {
  shop = await openTestShop("prices_calls");
  await signIn([shop.token("1"), shop.token("1", SECOND), shop.token("3")]);
});
afterAll(() => shop.close());

const calls = (administrator = "1", domain = DEMO) => signedInCalls(shop, administrator, domain, clock);

const nextVariant = () => 9_000_000 + ++serial;
const at = (day: string, time = "10:00:00") => `${day}T${time}Z`;

/** 25 changes of one SKU, on 1 to 25 May. */
async function recordMay(sku: string): Promise<number> {
  const variant = nextVariant();
  const readings = Array.from({ length: 26 }, (_, day) => ({
    at: new Date(Date.parse("2026-04-30T10:00:00Z") + day * DAY).toISOString(),
    price: 1000 + day,
  }));
  await record(variant, sku, readings);
  return variant;
}

test("a page has the newest rows with the names of the specification, and how many pages there are", async () => {
  await recordMay("MAY-1");
  const { pricelog } = await calls();
  const first = await pricelog.list({ sku: "may-1" });
  expect(first).toMatchObject({ per_page: 10, page: 1, total_pages: 3, total: 25, isExact: true });
  expect(first.data).toMatchObject({ per_page: 10, page: 1, total_pages: 3 });
  expect(first.data.results[0]).toMatchObject({
    DisplayDate: "05/25/2026",
    Sku: "MAY-1",
    PreviousPrice: "10.24",
    CurrentPrice: "10.25",
    PercentageChange: "0.10",
    CompareAtPrice: null,
    changedBy: "Outside Backroom",
  });
  expect(Object.keys(first.data.results[0] ?? {})).not.toContain("CustomerType");
  const last = await pricelog.list({ sku: "may-1", page: 3, per_page: 10 });
  expect(last.data.results.map(({ DisplayDate }) => DisplayDate)).toEqual([
    "05/05/2026",
    "05/04/2026",
    "05/03/2026",
    "05/02/2026",
    "05/01/2026",
  ]);
  expect(await pricelog.list({ sku: "may-1", page: 4 })).toMatchObject({ total: 25, data: { results: [] } });
  expect((await pricelog.list({ sku: "no such sku" })).data).toMatchObject({ results: [], total_pages: 1 });
});

test("every page without a search has the rows in their order, before and after the counts are merged", async () => {
  const variant = nextVariant();
  await record(variant, "PARTS", [
    { at: at("2025-12-01"), price: 100 },
    { at: at("2026-01-05"), price: 101 },
  ]);
  await record(nextVariant(), "SAME-DAY", [
    { at: at("2026-05-10", "00:00:00"), price: 100 },
    ...Array.from({ length: 12 }, (_, index) => ({ at: at("2026-05-10", "11:00:00"), price: 101 + index })),
  ]);
  const ranges: { from?: string; to?: string; few: number }[] = [
    { few: 37 },
    { from: "2026-05-03T00:00:00Z", to: "2026-05-20T12:00:00Z", few: 25 },
    { from: "2026-05-10T10:00:00Z", to: "2026-05-20T12:00:00Z", few: 12 },
    { from: "2026-05-10T10:00:00Z", to: "2026-05-10T11:00:00Z", few: 11 },
    { from: "2026-01-01T00:00:00Z", to: "2026-01-01T00:00:00Z", few: -1 },
  ];
  const { pricelog } = await calls();
  const expectAll = async ({ from, to, few }: (typeof ranges)[number]) => {
    const expected = await query<{ id: string }>(
      `SELECT id FROM price_log
        WHERE shop = $1 AND changed_at >= $2 AND changed_at < $3::timestamptz + interval '1 second'
        ORDER BY changed_at DESC, id DESC`,
      [DEMO, from ?? "-infinity", to ?? "infinity"],
    );
    expect(expected.length).toBeGreaterThan(few);
    const ids: { id: string }[] = [];
    for (let page = 1; ; page++) {
      const answer = await pricelog.list({ date_from: from, date_to: to, page, per_page: 7 });
      expect(answer.total).toBe(expected.length);
      if (answer.data.results.length === 0) break;
      ids.push(...answer.data.results.map(({ id }) => ({ id })));
    }
    expect(ids).toEqual(expected);
  };
  const { mergeLogCounts } = await import("~/domain/prices/log-counts.server");
  const merge = async () => {
    await mergeLogCounts.run(DEMO, new AbortController().signal);
    const unmerged = await query(
      "SELECT 1 FROM price_log_counts WHERE shop = $1 GROUP BY day HAVING count(*) > 1 OR NOT bool_and(is_in_part)",
      [DEMO],
    );
    expect(unmerged).toEqual([]);
  };
  for (const range of ranges) await expectAll(range);
  await merge();
  for (const range of ranges) await expectAll(range);
  // A day that is merged gets more entries, and another one its first.
  await record(variant, "PARTS", [
    { at: at("2026-05-10", "12:00:00"), price: 102 },
    { at: at("2026-05-21"), price: 103 },
  ]);
  for (const range of ranges) await expectAll(range);
  await merge();
  for (const range of ranges) await expectAll(range);
});

test("a range has its first and its last second", async () => {
  await record(nextVariant(), "EDGES", [
    { at: at("2026-03-01"), price: 100 },
    { at: at("2026-03-09", "23:59:59"), price: 101 },
    { at: at("2026-03-10", "00:00:00"), price: 102 },
    { at: at("2026-03-11", "23:59:59"), price: 103 },
    { at: at("2026-03-12", "00:00:00"), price: 104 },
  ]);
  const { pricelog } = await calls();
  const days = { date_from: "2026-03-10T00:00:00Z", date_to: "2026-03-11T23:59:59Z" };
  for (const sku of ["edges", ""]) {
    const { data } = await pricelog.list({ ...days, sku });
    expect(data.results.map(({ CurrentPrice }) => CurrentPrice)).toEqual(["1.03", "1.02"]);
  }
  const { data } = await pricelog.export(days);
  expect(data.results).toEqual([
    {
      DisplayDate: "03/11/2026",
      Sku: "EDGES",
      PreviousPrice: "1.02",
      CurrentPrice: "1.03",
      PercentageChange: "0.98",
      CompareAtPrice: null,
    },
    {
      DisplayDate: "03/10/2026",
      Sku: "EDGES",
      PreviousPrice: "1.01",
      CurrentPrice: "1.02",
      PercentageChange: "0.99",
      CompareAtPrice: null,
    },
  ]);
});

test.each([
  [{ date_from: "2026-06-21" }, /date_from: must be today \(UTC\) or before/],
  [{ date_to: "2026-06-21" }, /date_to: must be today \(UTC\) or before/],
  [{ date_from: "2026-06-02", date_to: "2026-06-01" }, /start date is after the end date/],
  [{ date_from: "06/01/2026x" }, /must be a date, such as 2026-06-15/],
  [{ date_to: "2026-02-30" }, /must be a date, such as 2026-06-15/],
  [{ sku: "x".repeat(61) }, /at most 60 characters/],
  [{ per_page: 51 }, /must be at most 50/],
])("%j is refused", async (input, message) => {
  const { pricelog } = await calls();
  await expect(pricelog.list(input)).rejects.toThrow(message);
});

test.each([
  ["date_from=2026-02-01&date_to=2026-01-01", "The start date is after the end date."],
  ["date_to=2999-01-01", "The date must be today (UTC) or before."],
])("the page of %s keeps its dates and says what is wrong with them", async (query, problem) => {
  const { readPriceLogPage } = await import("~/functions/pricecontrol/read-price-log-page.server");
  const url = new URL(`https://app.example/pricecontrol?${query}`);
  const page = await readPriceLogPage(url, await calls());
  expect(page).toMatchObject({ problem, result: { rows: [], total: { count: 0, exact: true } } });
  expect(page.days.end).toBe(url.searchParams.get("date_to"));
});

test("today until its last second is accepted", async () => {
  const { pricelog } = await calls();
  await expect(pricelog.list({ date_to: "2026-06-20T23:59:59Z" })).resolves.toMatchObject({ page: 1 });
});

test("another shop has none of it, and an administrator without the flag is refused", async () => {
  const { pricelog } = await calls("1", SECOND);
  expect((await pricelog.list({})).data.results).toEqual([]);
  expect((await pricelog.export({})).data.results).toEqual([]);
  await expect((await calls("3")).pricelog.list({})).rejects.toMatchObject({ status: 403 });
});

test("an employee store's rows have Customer Type and Source, and those of price lists", async () => {
  await record(nextVariant(), "EMP-1", [
    { at: at("2026-02-01"), price: 1000 },
    { at: at("2026-02-02"), price: 900 },
  ]);
  await record(
    nextVariant(),
    "EMP-1",
    [
      { at: at("2026-02-01"), price: 800 },
      { at: at("2026-02-03"), price: 700 },
    ],
    { priceListId: 5, customerType: "Employees" },
  );
  const owner = await calls();
  const before = await owner.pricelog.list({ sku: "emp-1" });
  expect(before).toMatchObject({ total: 1, isEmployeeStore: false });
  const wholeTotal = (await owner.pricelog.list({})).total;
  await owner.settings.change({ switches: { employeeStoreColumns: true } });
  const after = await owner.pricelog.list({ sku: "emp-1" });
  expect(after).toMatchObject({ total: 2, isEmployeeStore: true });
  expect(after.data.results).toMatchObject([
    { CurrentPrice: "7.00", CustomerType: "Employees", Source: "Outside Backroom" },
    { CurrentPrice: "9.00", CustomerType: "All customers", Source: "Outside Backroom" },
  ]);
  expect((await owner.pricelog.list({})).total).toBe(wholeTotal + 1);
  const { data } = await owner.pricelog.export({ sku: "emp-1" });
  expect(data.results[0]).toEqual({
    DisplayDate: "02/03/2026",
    Sku: "EMP-1",
    PreviousPrice: "8.00",
    CurrentPrice: "7.00",
    PercentageChange: "-12.50",
    CompareAtPrice: null,
    CustomerType: "Employees",
    Source: "Outside Backroom",
  });
  const body = { searchType: "Email", searchValue: "EMP-1" } as const;
  const file = await owner.exports.pricelog.rows({ query: {}, body });
  expect(file.data).toMatchObject([
    { SKU: "EMP-1", "Current Price": 7, "Customer Type": "Employees" },
    { SKU: "EMP-1", "Current Price": 9, "Customer Type": "All customers" },
  ]);
  await owner.settings.change({ switches: { employeeStoreColumns: false } });
  const plain = await owner.exports.pricelog.rows({ query: {}, body });
  expect(plain.data).toHaveLength(1);
  expect(Object.keys(plain.data[0] ?? {})).not.toContain("Customer Type");
});

test("the page's Filtered Data has the range of the page", async () => {
  const owner = await calls();
  await record(nextVariant(), "FILTERED", [
    { at: at("2026-01-01"), price: 100 },
    { at: at("2026-01-10"), price: 110 },
    { at: at("2026-01-11"), price: 120 },
  ]);
  const file = await owner.exports.pricelog.rows({
    query: { sort: "changedAt desc", ...instantsOf({ start: "2026-01-10", end: "2026-01-10" }) },
    body: { searchValue: "filtered" },
  });
  expect(file.data).toMatchObject([{ Date: "01/10/2026", "Current Price": 1.1 }]);
  expect(file.fileName).toMatch(/^Price_Log_\d{8}T\d{6}Z\.xlsx$/);
  expect(file.frame.report.lines).toEqual(
    expect.arrayContaining(["From 01/10/2026 (UTC)", "To 01/10/2026 (UTC)"]),
  );
});

test("the history names the lowest price of the last 30 days, and of those before a reduction", async () => {
  const variant = nextVariant();
  await record(variant, "LOW", [
    { at: at("2026-01-05"), price: 500 },
    { at: at("2026-05-01"), price: 2000 },
    { at: at("2026-05-25"), price: 1500 },
    { at: at("2026-05-30"), price: 2100 },
    { at: at("2026-06-10"), price: 1200 },
    // The price stays, so the reduction is still the last change of it.
    { at: at("2026-06-11"), price: 1200, compareAt: 2100 },
  ]);
  const { pricelog } = await calls();
  const history = await pricelog.history({ variantId: String(variant) });
  expect(history).toMatchObject({
    sku: "LOW",
    currency: "USD",
    priceCents: 1200,
    lowest: { cents: 1200, since: null },
    beforeReduction: { cents: 1500, since: null, reducedAt: "2026-06-10T10:00:00.000Z" },
    hasMore: false,
  });
  expect(history.changes.map(({ currentCents }) => currentCents)).toEqual([1200, 1200, 2100, 1500, 2000]);
});

test("the history says since when prices are recorded until 30 days are", async () => {
  const variant = nextVariant();
  await record(variant, "YOUNG", [{ at: at("2026-06-12"), price: 900 }]);
  const { pricelog } = await calls();
  expect(await pricelog.history({ variantId: String(variant) })).toMatchObject({
    priceCents: 900,
    lowest: { cents: 900, since: "2026-06-12T10:00:00.000Z" },
    beforeReduction: null,
    changes: [],
  });
  await expect(pricelog.history({ variantId: "1" })).rejects.toMatchObject({ status: 404 });
});

test("a reduction before the record began again has no lowest price before it", async () => {
  const variant = nextVariant();
  await record(variant, "AGAIN", [
    { at: at("2026-05-01"), price: 2000 },
    { at: at("2026-06-01"), price: 1500 },
  ]);
  const { pricelog } = await calls();
  const read = () => pricelog.history({ variantId: String(variant) });
  expect((await read()).beforeReduction).toMatchObject({ cents: 2000 });
  // While the app wasn't installed, no change was recorded.
  await query("UPDATE shops SET installed_at = $2 WHERE shop = $1", [DEMO, at("2026-06-10")]);
  expect(await read()).toMatchObject({
    lowest: { cents: 1500, since: "2026-06-10T10:00:00.000Z" },
    beforeReduction: null,
  });
  await query("UPDATE shops SET installed_at = $2 WHERE shop = $1", [DEMO, at("2026-06-01")]);
  expect((await read()).beforeReduction).toMatchObject({ cents: 2000 });
});

test("entries can't be changed or deleted", async () => {
  for (const statement of [
    "UPDATE price_log SET current_cents = 1",
    "DELETE FROM price_log",
    "TRUNCATE price_log",
  ])
    await expect(query(statement)).rejects.toThrow("never changed or deleted");
});

test("the nightly reading records the changes of price lists, and none on its first reading", async () => {
  const { addFixedPrices } = await import("../../../local-store/catalog/price-lists.ts");
  const { readPriceLists } = await import("~/domain/prices/read-price-lists.server");
  const { store } = shop.localStore;
  const product = await PricedProduct.add(shop.localStore, "listed", { "LIST-A": 1000, "LIST-B": 2000 });
  const { rows } = await store.pool.query<{ id: number }>(
    `INSERT INTO price_lists (shop, name, currency, catalog_title, created_at)
     VALUES ($1, 'Employee prices', 'USD', 'Employees', now()) RETURNING id`,
    [DEMO],
  );
  const listId = rows[0]?.id ?? 0;
  const set = (sku: string, priceCents: number) =>
    addFixedPrices(store, DEMO, listId, [
      {
        variantId: product.variant(sku),
        priceCents,
        compareAtPriceCents: null,
        currency: "USD",
        compareAtCurrency: null,
      },
    ]);
  const read = () => readPriceLists.run(DEMO, new AbortController().signal);
  const logged = () =>
    query(
      `SELECT sku, previous_cents::int AS previous, current_cents::int AS current, customer_type AS type
         FROM price_log WHERE shop = $1 AND price_list_id = $2 ORDER BY id`,
      [DEMO, listId],
    );
  await set("LIST-A", 800);
  await read();
  expect(await query("SELECT 1 FROM recorded_price_lists WHERE shop = $1", [DEMO])).toEqual([]);
  const owner = await calls();
  await owner.settings.change({ switches: { employeeStoreColumns: true } });
  await read();
  expect(await logged()).toEqual([]);
  await set("LIST-A", 750);
  await set("LIST-B", 1500);
  await read();
  await read();
  const changes = [
    { sku: "LIST-A", previous: 800, current: 750, type: "Employees" },
    { sku: "LIST-B", previous: null, current: 1500, type: "Employees" },
  ];
  expect(await logged()).toEqual(changes);
  await store.pool.query("DELETE FROM price_list_prices WHERE price_list_id = $1 AND variant_id = $2", [
    listId,
    product.variant("LIST-B"),
  ]);
  await read();
  await store.pool.query("DELETE FROM price_lists WHERE id = $1", [listId]);
  await read();
  expect(await logged()).toEqual([
    ...changes,
    { sku: "LIST-B", previous: 1500, current: null, type: "Employees" },
    { sku: "LIST-A", previous: 750, current: null, type: "Employees" },
  ]);
  await owner.settings.change({ switches: { employeeStoreColumns: false } });
});
