/** The calls of the screen Import Price, and the check of a file. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSheet } from "~/platform/sheets/reading/read-sheet";
import { signedInCalls } from "../../support/calls.ts";
import { completeMirror, unfinishMirror } from "../../support/mirrors.ts";
import { formatted, workbookFile } from "../../support/spreadsheets.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { type Calls, check, importFile, open, rowsOf, work } from "../imports/support.ts";
import {
  addMirroredProduct,
  applyDue,
  COLUMNS,
  changeElsewhere,
  dateInHours,
  inHours,
  priceFile,
} from "./support.ts";

let shop: TestShop;
let calls: Calls;
let product: number;

beforeAll(async () => {
  shop = await openTestShop("bulkprice_schedule");
  calls = await signedInCalls(shop);
  product = await addMirroredProduct(shop, "drill", [
    { sku: "DR-1", price: 1_000, compareAt: 1_500 },
    { sku: "DR-2", price: 2_000 },
    { sku: "DR-3", price: 3_000 },
  ]);
  await addMirroredProduct(shop, "saw", [{ sku: "SAW", price: 4_000 }]);
  await addMirroredProduct(shop, "saw-set", [{ sku: "SAW", price: 4_000 }]);
  await addMirroredProduct(shop, "gift", [
    { sku: null, price: 500 },
    { sku: null, price: 600 },
  ]);
});
afterAll(() => shop.close());

const sentencesOf = async (id: string) =>
  (await rowsOf(calls, id)).map(({ number, verdict, problems }) => ({
    number,
    verdict,
    problems: problems.map(({ column, sentence }) => `${column}: ${sentence}`),
  }));

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
      /^This price was changed, paused or resumed since you opened it\. Your changes weren't saved\. It is now \S+ for \$32\.50,/,
    ),
  };
  await expect(calls.bulkPrice.update(change)).rejects.toMatchObject(stale);
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

test("bad rows are reported by row and column, and nothing of them is written", async () => {
  const date = dateInHours(60);
  const run = await check(
    calls,
    priceFile(
      ["DR-2", "-1", "", date, ""],
      ["DR-2", "1e9", "", date, ""],
      ["DR-2", "1000000000", "", date, ""],
      ["DR-2", "abc", "", date, ""],
      ["DR-2", "12,50", "", date, ""],
      ["NOWHERE", "10", "", date, ""],
      ["DR-2", "10", "", dateInHours(-2), ""],
      ["DR-2", "10", "", "02-30-2030 10:00:00", ""],
      ["DR-1", "10", "", date, ""],
      ["DR-1", "11", "", date, ""],
      ["DR-3", "11", "", date, "", date],
      ["", "11", "", date, ""],
      ["DR-3", "", "", date, ""],
      ["DR-3", "11", "", "", ""],
      ["1.23457E+12", "11", "", date, ""],
    ),
  );
  expect(run.counts).toMatchObject({ change: 0, refused: 13, duplicate: 2 });
  const rows = await sentencesOf(run.id);
  /** What is wrong with rows for themselves: those with one SKU also name each other. */
  const ownProblems = rows.map(({ problems }) =>
    problems.filter((text) => !text.includes("has the same SKU")),
  );
  for (const problems of ownProblems.slice(0, 5))
    expect(problems).toEqual([expect.stringMatching(/^1: Price ".*" isn't a valid price\./)]);
  expect(ownProblems[5]).toEqual([expect.stringMatching(/^0: No variant in the store has the SKU NOWHERE/)]);
  expect(ownProblems[6]).toEqual([expect.stringMatching(/^3: Effective Date .* is in the past/)]);
  expect(ownProblems[7]).toEqual([expect.stringMatching(/^3: .* isn't a valid date/)]);
  expect(rows[8]).toMatchObject({
    verdict: "duplicate",
    problems: expect.arrayContaining([expect.stringContaining("Row 11 has the same SKU")]),
  });
  expect(rows[9]).toMatchObject({
    verdict: "duplicate",
    problems: expect.arrayContaining([expect.stringContaining("Row 10 has the same SKU")]),
  });
  expect(ownProblems[10]).toEqual([expect.stringMatching(/^5: End Date .* isn't after the effective date/)]);
  expect(ownProblems.slice(11)).toEqual([
    ["0: SKU is missing. Fill it in."],
    ["1: Price is missing. Fill it in."],
    ["3: Effective Date is missing. Fill it in."],
    [
      expect.stringMatching(/^0: No variant in the store has the SKU 1\.23457E\+12/),
      expect.stringMatching(/^0: .*a spreadsheet shortened.*format the column as text/),
    ],
  ]);
  await expect(calls.imports.start({ id: run.id })).rejects.toMatchObject({ status: 409 });
  const { rows: written } = await (await import("~/platform/db/pool.server"))
    .database()
    .query("SELECT 1 FROM price_schedules WHERE import_run_id = $1", [run.id]);
  expect(written).toEqual([]);
});

test("while the products are being read, a large file's unknown SKU isn't said to be missing in the store", async () => {
  const problemsOf = async (sku: string) => {
    const rows = Array.from({ length: 251 }, (_, n) => [`${sku}-${n}`, "10", "", dateInHours(60), ""]);
    const run = await check(calls, priceFile(...rows));
    return (await sentencesOf(run.id))[0]?.problems;
  };
  expect(await problemsOf("UNREAD")).toEqual([
    expect.stringMatching(/^0: The SKU UNREAD-0 wasn't found yet, because the products are still being read/),
  ]);
  await completeMirror("products");
  expect(await problemsOf("NONE")).toEqual([
    expect.stringMatching(/^0: No variant in the store has the SKU NONE-0\./),
  ]);
  await unfinishMirror("products");
});

test("a file without a header is refused as a whole", async () => {
  const columns = ["DR-2", "10", "", dateInHours(60), ""];
  const { run, suggested } = await open(calls, {
    kind: "prices",
    name: "prices.csv",
    columns,
    rows: [["DR-3", "11", "", dateInHours(60), ""]],
  });
  await expect(
    calls.imports.decide({ id: run.id, mapping: suggested, blanks: "keep" }),
  ).rejects.toMatchObject({ status: 400, message: expect.stringContaining("SKU") });
});

test("the check shows prices, change in percent, and what to know of a row", async () => {
  const date = dateInHours(70);
  const run = await check(
    calls,
    priceFile(
      ["DR-2", "15.005", "12", date, "true"],
      ["SAW", "44", "", date, ""],
      ["DR-1", "9", "", date, ""],
    ),
  );
  const rows = await rowsOf(calls, run.id);
  expect(rows[0]).toMatchObject({
    verdict: "change",
    changes: [
      { label: "Price", before: "$20.00", after: "$15.01 (-24.9%)" },
      { label: "Compare At Price", before: "", after: "$12.00" },
    ],
  });
  const sentences = (await sentencesOf(run.id)).map(({ problems }) => problems.join(" "));
  expect(sentences[0]).toContain("has more decimals than USD, which has 2. It is rounded to $15.01.");
  expect(sentences[0]).toContain("The price $15.01 is above the compare-at price $12.00.");
  expect(sentences[1]).toMatch(/2 variants have this SKU.*saw – .*; saw-set – /);
  expect(sentences[2]).toMatch(/Other prices are scheduled for this SKU: \$12\.50 on /);
  expect(run.summary[0]).toMatch(/^4 variants of 3 products get their prices on .* \(America\/New_York\)\.$/);
  // Demo is on Shopify Plus: 1,000 points per second, ten times that in tests, and 10 per product, or 20 with the tag.
  expect(run.summary[1]).toMatch(
    /^At the store's rate limit of 10,000 points per second, the last price is set at about /,
  );
  expect(run.summary.at(-1)).toBe(
    "1 product has variants without a SKU. A file can't address these variants.",
  );
  // Someone changes a price between the check and the start.
  await changeElsewhere(shop, product, "DR-2", 2_100);
  const { jobId } = await calls.imports.start({ id: run.id });
  const items = await work(jobId);
  expect(items[0]?.message).toContain("has changed since the check, from $20.00 to $21.00");
  await changeElsewhere(shop, product, "DR-2", 2_200);
  expect(await calls.bulkPrice.list({ searchValue: "DR-2" })).toMatchObject([
    { isChangedSince: true, currentPrice: "22.00" },
  ]);
  const again = await check(calls, priceFile(["DR-2", "16", "", date, ""]));
  expect((await sentencesOf(again.id))[0]?.problems[0]).toContain("is scheduled for the same SKU and moment");
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

test("a price of 0, a large drop and an hour that the clocks skip are named", async () => {
  await addMirroredProduct(shop, "fall", [
    { sku: "FALL-1", price: 1_000 },
    { sku: "FALL-2", price: 2_000 },
    { sku: "FALL-3", price: 3_000 },
  ]);
  const run = await check(
    calls,
    priceFile(
      ["FALL-1", "0", "", dateInHours(300), "", ""],
      ["FALL-2", "10.00", "", dateInHours(301), "", ""],
      ["FALL-3", "15.01", "", dateInHours(302), "", ""],
      ["SAW", "39.00", "", "03-14-2027 02:30:00", "", ""],
    ),
  );
  const [free, drop, small, skipped] = await sentencesOf(run.id);
  expect(free?.problems).toContainEqual(expect.stringContaining("The price is 0."));
  expect(drop?.problems).toContainEqual(expect.stringContaining("The price falls from $20.00 to $10.00"));
  expect(small?.problems).toEqual([]);
  expect(skipped?.problems).toContainEqual(expect.stringContaining("the clocks skip this hour"));
  expect(skipped?.verdict).toBe("refused");
});
