/** The calls of the screen Import Price. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSheet } from "~/platform/sheets/reading/read-sheet";
import { signedInCalls } from "../../support/calls.ts";
import { formatted, workbookFile } from "../../support/spreadsheets.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { callsWith } from "../events/support.ts";
import { type Calls, importFile, work } from "../imports/support.ts";
import { addMirroredProduct, applyDue, COLUMNS, dateInHours, inHours, priceFile } from "./support.ts";

let shop: TestShop;
let calls: Calls;

beforeAll(async () => {
  shop = await openTestShop("bulkprice_schedule");
  calls = await signedInCalls(shop);
  await addMirroredProduct(shop, "drill", [
    { sku: "DR-1", price: 1_000, compareAt: 1_500 },
    { sku: "DR-3", price: 3_000 },
  ]);
});
afterAll(() => shop.close());

test("rows sent by a script are scheduled, found by SKU and answered as rows", async () => {
  const date = dateInHours(100);
  const excelData: Record<string, string | number>[] = [
    {
      MODEL: "DR-1",
      PRICE: "12.50",
      COMPARE_AT_PRICE: 15,
      EFFECTIVE_DATE: date,
      BELOW_MAPP_ITEM_TAG: "true",
    },
    { MODEL: "NONE", PRICE: 1, EFFECTIVE_DATE: date },
  ];
  const answer = await calls.imports.importPrices({ body: { excelData }, headers: {} });
  expect(answer).toMatchObject({ accepted: 1, refused: [{ row: 3, reasons: [{ field: "MODEL" }] }] });
  await work(answer.jobId ?? "");
  expect(await calls.bulkPrice.list({ searchValue: "dr-1", searchType: "Sku" })).toEqual([
    {
      ID: expect.stringMatching(/^\d+$/),
      MODEL: "DR-1",
      PRICE: "12.50",
      COMPARE_AT_PRICE: "15.00",
      EFFECTIVE_DATE: date,
      END_DATE: null,
      BELOW_MAPP_ITEM_TAG: "true",
      version: 1,
      state: "scheduled",
      message: null,
      effectiveAt: expect.any(String),
      endAt: null,
      currentPrice: "10.00",
      highestCurrentPrice: "10.00",
      changePercent: "+25.0%",
      isChangedSince: false,
      by: expect.any(String),
    },
  ]);
  const second = await signedInCalls(shop, "1", SECOND);
  expect(await second.bulkPrice.list({})).toEqual([]);
});

test("a date cell of a workbook schedules its time of day, and an end without a time is the end of its day", async () => {
  const cells = [
    COLUMNS,
    ["DR-1", 13, null, formatted(109_575 + 14 / 24, "m/d/yy h:mm"), null, formatted(109_576, "m/d/yy")],
  ];
  const { slices } = await readSheet(workbookFile({ Prices: cells }), "prices.xlsx");
  const sheetRows = JSON.parse(new TextDecoder().decode(slices[0])) as { cells: string[] }[];
  await importFile(calls, priceFile(...sheetRows.map((row) => row.cells)));
  expect(await calls.bulkPrice.list({ searchValue: "DR-1", searchType: "Sku" })).toContainEqual(
    expect.objectContaining({
      PRICE: "13.00",
      EFFECTIVE_DATE: "01-01-2200 14:00:00",
      END_DATE: "01-02-2200 23:59:59",
    }),
  );
});

test("a scheduled price can be changed until it is applied, by the version that was read", async () => {
  await importFile(calls, priceFile(["DR-3", "31", "", dateInHours(40), ""]));
  const [row] = await calls.bulkPrice.list({ searchValue: "DR-3" });
  if (!row) throw new Error("The row is missing.");
  const change = {
    ID: row.ID,
    MODEL: "DR-3",
    PRICE: "32.499",
    COMPARE_AT_PRICE: "",
    EFFECTIVE_DATE: dateInHours(41),
    BELOW_MAPP_ITEM_TAG: "true" as const,
    version: row.version,
  };
  for (const [wrong, fieldErrors] of [
    [{ MODEL: " " }, { MODEL: "Sku not valid." }],
    [{ MODEL: "NONE" }, { MODEL: "Sku not valid." }],
    [{ MODEL: undefined }, { MODEL: "Sku not valid." }],
    [{ PRICE: "-1" }, { PRICE: "Price not valid." }],
    [{ PRICE: "abc" }, { PRICE: "Price not valid." }],
    [{ COMPARE_AT_PRICE: true }, { COMPARE_AT_PRICE: "Compare At Price not valid." }],
    [{ EFFECTIVE_DATE: dateInHours(-1) }, { EFFECTIVE_DATE: "Date not valid." }],
    [{ EFFECTIVE_DATE: "soon" }, { EFFECTIVE_DATE: "Date not valid." }],
    [{ EFFECTIVE_DATE: 46_000 }, { EFFECTIVE_DATE: "Date not valid." }],
    [{ END_DATE: dateInHours(41) }, { END_DATE: expect.stringMatching(/^End date not valid/) }],
    [{ END_DATE: "never" }, { END_DATE: expect.stringMatching(/^End date not valid/) }],
    // After the year 9999, also of the shop's time zone: no text of a date could say it.
    [{ END_DATE: "+050000-01-01T00:00:00.000Z" }, { END_DATE: expect.stringMatching(/^End date not valid/) }],
    [{ END_DATE: "+010000-01-01T05:00:00.000Z" }, { END_DATE: expect.stringMatching(/^End date not valid/) }],
  ] as const)
    await expect(calls.bulkPrice.update({ ...change, ...wrong } as typeof change)).rejects.toMatchObject({
      status: 400,
      data: { fieldErrors },
    });
  expect(await calls.bulkPrice.update(change)).toMatchObject({ PRICE: "32.50", version: 2 });
  // Pausing it counts as a change, and may be by another administrator.
  const stale = {
    status: 409,
    message: expect.stringMatching(
      /^You changed this price in another window since you opened it\. Your changes weren't saved\. It is now \S+ for \$32\.50,/,
    ),
  };
  await expect(calls.bulkPrice.update(change)).rejects.toMatchObject(stale);
  const colleague = await callsWith(shop, "3", ["showBulkPrice"]);
  await expect(colleague.bulkPrice.update(change)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Olivia Owner changed this price since you opened it\..+, scheduled\.$/),
  });
  await calls.bulkPrice.pause({ ids: [row.ID] });
  await expect(calls.bulkPrice.update({ ...change, version: 2 })).rejects.toMatchObject(stale);
  await calls.bulkPrice.resume({ ids: [row.ID] });
  await applyDue(inHours(42));
  const [applied] = await calls.bulkPrice.list({ searchValue: "DR-3" });
  expect(applied).toMatchObject({ state: "applied", currentPrice: "32.50" });
  await expect(
    calls.bulkPrice.update({ ...change, version: applied?.version, EFFECTIVE_DATE: dateInHours(50) }),
  ).rejects.toMatchObject({ status: 409, message: expect.stringContaining("already applied") });
});

test("a page has 25 rows, the next due first, and goes on by its cursor", async () => {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `INSERT INTO price_schedules (shop, sku, price_cents, effective_at, below_mapp, actor_id, actor_name)
     SELECT $1, 'PAGE-' || n, 100, now() + n * interval '1 year', false, '1', 'Ann' FROM generate_series(1, 30) AS n`,
    [DEMO],
  );
  const first = await calls.bulkPrice.page({ search: "page-" });
  expect(first.rows).toHaveLength(25);
  expect(first.total).toEqual({ count: 30, exact: true });
  const next = await calls.bulkPrice.page({
    search: "page-",
    direction: "next",
    last_id: first.nextCursor ?? "",
  });
  expect(next.rows.map(({ MODEL }) => MODEL)).toEqual([
    "PAGE-26",
    "PAGE-27",
    "PAGE-28",
    "PAGE-29",
    "PAGE-30",
  ]);
});

test("a search finds a price by its current SKU", async () => {
  await addMirroredProduct(shop, "lathe", [
    { sku: "LATHE-A", price: 1_000 },
    { sku: "TURN-B", price: 1_000 },
  ]);
  await importFile(calls, priceFile(["LATHE-A", "11", "", dateInHours(90), ""]));
  const [row] = await calls.bulkPrice.list({ searchValue: "athe-a" });
  if (!row) throw new Error("The row is missing.");
  expect(await calls.bulkPrice.list({ searchValue: "urn-b" })).toEqual([]);
  await calls.bulkPrice.update({
    ID: row.ID,
    MODEL: "TURN-B",
    PRICE: row.PRICE,
    EFFECTIVE_DATE: row.EFFECTIVE_DATE,
    BELOW_MAPP_ITEM_TAG: "false",
  });
  expect(await calls.bulkPrice.list({ searchValue: "urn-b" })).toMatchObject([
    { ID: row.ID, MODEL: "TURN-B", currentPrice: "10.00" },
  ]);
  expect((await calls.bulkPrice.page({ search: "urn-b" })).rows).toMatchObject([{ id: row.ID }]);
  expect(await calls.bulkPrice.list({ searchValue: "athe-a" })).toEqual([]);
});

test.each([
  ["la", ["LASER_5%"]],
  ["aser", ["LASER_5%"]],
  ["LASER", ["LASER_5%"]],
  ["aser_5%", ["LASER_5%"]],
  ["aser%5", []],
  ["r_5% las", ["LASER_5%"]],
  ["laser_ 6", []],
  ["laser_5%%", []],
])("a search for %j finds the SKUs that contain each of its words", async (search, skus) => {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `INSERT INTO price_schedules (shop, sku, price_cents, effective_at, below_mapp, actor_id, actor_name)
     SELECT $1, 'LASER_5%', 100, timestamptz '2040-01-01', false, '1', 'Ann'
      WHERE NOT EXISTS (SELECT FROM price_schedules WHERE shop = $1 AND sku = 'LASER_5%')`,
    [DEMO],
  );
  const { rows } = await calls.bulkPrice.page({ search });
  expect(rows.map(({ MODEL }) => MODEL).filter((sku) => !sku.startsWith("LATHE"))).toEqual(skus);
});

test("a search that finds very many SKUs has the latest prices first", async () => {
  const { database } = await import("~/platform/db/pool.server");
  const count = 10_001;
  await database().query(
    `INSERT INTO price_schedules (shop, sku, price_cents, effective_at, below_mapp, state, actor_id, actor_name)
     SELECT $1, 'MANY-' || n, 100, timestamptz '2040-01-01' + make_interval(secs => n), false, 'canceled', '1', 'Olivia Owner'
       FROM generate_series(1, $2::int) AS n`,
    [DEMO, count],
  );
  const first = await calls.bulkPrice.page({ search: "any-" });
  expect(first.total).toEqual({ count: 10_000, exact: false });
  expect(first.rows.map(({ MODEL }) => MODEL)).toEqual(
    Array.from({ length: 25 }, (_, index) => `MANY-${count - index}`),
  );
  const next = await calls.bulkPrice.page({
    search: "any-",
    direction: "next",
    last_id: first.nextCursor ?? "",
  });
  expect(next.rows[0]?.MODEL).toBe(`MANY-${count - 25}`);
  // Fewer SKUs than that are looked up one by one.
  expect((await calls.bulkPrice.page({ search: "any-1000" })).rows.map(({ MODEL }) => MODEL)).toEqual([
    "MANY-10001",
    "MANY-10000",
    "MANY-1000",
  ]);
});
