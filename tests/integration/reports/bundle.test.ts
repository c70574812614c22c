import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { completeMirror, unfinishMirror } from "../../support/mirrors.ts";
import { openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { insertOrder, sheetsOf } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
const clock = { now: () => new Date("2026-11-22T15:00:00Z") };

const KIT = { id: "gid://shopify/LineItemGroup/1", sku: "KIT", title: "Starter kit", quantity: 2 };
const SET = { id: "gid://shopify/LineItemGroup/2", sku: "SET", title: "Bit set", quantity: 1 };
const kit = [
  { sku: "DRILL", quantity: 2, cents: 9_000, group: KIT },
  { sku: "BIT", quantity: 6, current: 4, cents: 1_500, group: KIT },
];
const names: string[] = [];

beforeAll(async () => {
  shop = await openTestShop("bundle_report");
  calls = await signedInCalls(shop, "1", undefined, clock);
  await completeMirror("orders");
  names.push(
    // The first and the last minute of the days in New York.
    await insertOrder({ at: "2026-11-01T04:00:00Z", lines: [...kit, { sku: "SAW", cents: 4_000 }] }),
    await insertOrder({
      at: "2026-11-03T04:59:00Z",
      lines: [...kit, { sku: "BIT", quantity: 3, cents: 600, group: SET }],
    }),
  );
  await insertOrder({ at: "2026-11-01T03:59:00Z", lines: kit });
  await insertOrder({ at: "2026-11-03T05:00:00Z", lines: kit });
  await insertOrder({ at: "2026-11-02T12:00:00Z", lines: kit, test: true });
  await insertOrder({ at: "2026-11-02T12:00:00Z", lines: kit, isCanceled: true });
  await insertOrder({ at: "2026-11-02T12:00:00Z", lines: kit, shop: SECOND });
  await insertOrder({ at: "2026-11-02T12:00:00Z", lines: [{ sku: "SAW" }] });
});
afterAll(() => shop.close());

const dates = { date_from: "2026-11-01", date_to: "2026-11-02" };

test("the report lists bundles and components, summed up and by order", async () => {
  const started = await calls.bundle.report({ ...dates, bundle: "true", component: "true" });
  expect(started).toMatchObject({
    status: true,
    msg: "Request for generating report is submitted. Email will be send on completion.",
  });
  const sheets = await sheetsOf(started.jobId);
  expect(Object.keys(sheets)).toEqual([
    "Bundles",
    "Bundles by order",
    "Components",
    "Components by order",
    "About this report",
  ]);
  expect(sheets.Bundles).toEqual([
    ["KIT", "Starter kit", 2, 4, 16, 4, 210],
    ["SET", "Bit set", 1, 1, 3, 0, 6],
  ]);
  expect(sheets["Bundles by order"]).toEqual([
    [names[0], "11/01/2026 12:00 AM", "PAID", "FULFILLED", "KIT", "Starter kit", 2, 2, 8, 2, 105, ""],
    [names[1], "11/02/2026 11:59 PM", "PAID", "FULFILLED", "KIT", "Starter kit", 2, 2, 8, 2, 105, ""],
    [names[1], "11/02/2026 11:59 PM", "PAID", "FULFILLED", "SET", "Bit set", 1, 1, 3, 0, 6, ""],
  ]);
  expect(sheets.Components).toEqual([
    ["BIT", "Title of BIT", 2, 15, 4, 36],
    ["DRILL", "Title of DRILL", 2, 4, 0, 180],
  ]);
  expect(sheets["Components by order"]).toHaveLength(5);
  expect(sheets["Components by order"]?.[1]).toEqual(
    [names[0], "11/01/2026 12:00 AM", "PAID", "FULFILLED"].concat([
      "KIT",
      "Starter kit",
      "BIT",
      "Title of BIT",
      6,
      2,
      15,
      "",
    ] as never[]),
  );
  const [run] = (await calls.reports.runs({ report: "bundleReport" })).list;
  expect(run?.summary).toBe("5 bundles in 2 orders.");
});

test("the page reads the rows of the result: found by a text, ordered by a column, with links and sums", async () => {
  const { jobId: run } = await calls.bundle.report({ ...dates, bundle: "true", component: "true" });
  const { "Components by order": all } = await sheetsOf(run);
  const [created] = (await calls.reports.runs({ report: "bundleReport" })).list;
  expect(created?.figures).toEqual([
    { name: "Bundles", value: 5, unit: "count" },
    { name: "Orders", value: 2, unit: "count" },
    { name: "Removed units", value: 4, unit: "count" },
    { name: "Sales", value: 21_600, unit: "cents" },
  ]);
  expect(created?.sheets.map(({ name, rows }) => [name, rows])).toEqual([
    ["Bundles", 2],
    ["Bundles by order", 3],
    ["Components", 2],
    ["Components by order", 5],
  ]);
  const rows = (request: object) => calls.reports.rows({ report: "bundleReport", run, ...request });
  const bundles = await rows({ sheet: 0 });
  expect(bundles.list.map(({ cells }) => cells[0])).toEqual(["KIT", "SET"]);
  expect(bundles.chart).toEqual([
    { name: "Starter kit", value: 4 },
    { name: "Bit set", value: 1 },
  ]);

  // The units, as numbers.
  const byUnits = async (sort: string) => (await rows({ sheet: 3, sort })).list.map(({ cells }) => cells[8]);
  expect(await byUnits("c8 asc")).toEqual([2, 2, 3, 6, 6]);
  expect(await byUnits("c8 desc")).toEqual([6, 6, 3, 2, 2]);
  // Dates as sheets write them: 12:00 AM is before 11:59 PM.
  const newest = await rows({ sheet: 3, sort: "c1 desc" });
  expect(newest.list.map(({ cells }) => cells[0])).toEqual([
    names[1],
    names[1],
    names[1],
    names[0],
    names[0],
  ]);

  const found = await rows({ sheet: 3, search: "drill", pageSize: 1, page: 2 });
  expect(found).toMatchObject({ total: 2, list: [{ cells: all?.[2] }] });
  const behind = await rows({ sheet: 3, search: "drill", pageSize: 1, page: 3 });
  expect(behind).toMatchObject({ total: 2, list: [] });
  const number = String(names[1]).slice(1);
  expect(found.list[0]?.links).toEqual({
    "0": `https://admin.shopify.com/store/backroom-demo/orders/${number}`,
  });
  await expect(rows({ sheet: 4 })).rejects.toMatchObject({ status: 404 });
  await expect(rows({ sheet: 0, sort: "c9 asc" })).rejects.toMatchObject({ status: 400 });
  await expect(calls.reports.rows({ report: "ekata", run, sheet: 0 })).rejects.toMatchObject({ status: 404 });
});

test("a report may end long after today", async () => {
  const { jobId } = await calls.bundle.report({ ...dates, date_to: "9999-12-31", component: "true" });
  expect((await sheetsOf(jobId)).Components).toHaveLength(2);
  const [run] = (await calls.reports.runs({ report: "bundleReport" })).list;
  expect(run?.summary).toBe("7 bundles in 3 orders.");
});

test("a report may begin long before the first order", async () => {
  const { jobId } = await calls.bundle.report({
    date_from: "1026-11-01",
    date_to: "2026-11-30",
    bundle: "true",
    component: "false",
  });
  const { "Bundles by order": bundles } = await sheetsOf(jobId);
  expect(bundles).toHaveLength(5);
  const [run] = (await calls.reports.runs({ report: "bundleReport" })).list;
  expect(run?.summary).toBe("9 bundles in 4 orders.");
});

test("until the mirror has all orders, the report fails and says so", async () => {
  await unfinishMirror("orders");
  const { jobId } = await calls.bundle.report({ ...dates, bundle: "true" });
  await expect(sheetsOf(jobId)).rejects.toThrow();
  const [run] = (await calls.reports.runs({ report: "bundleReport" })).list;
  expect(run?.reason).toContain("The orders are still being read from Shopify.");
  await completeMirror("orders");
});

test("one checkbox makes its own sheets, and without bundles the report says so", async () => {
  const day = { date_from: "2026-11-10", date_to: "2026-11-10" };
  const { jobId } = await calls.bundle.report({ ...day, component: "true" });
  const sheets = await sheetsOf(jobId);
  expect(Object.keys(sheets)).toEqual(["Components", "Components by order", "About this report"]);
  expect(sheets.Components).toEqual([]);
  const [run] = (await calls.reports.runs({ report: "bundleReport" })).list;
  expect(run).toMatchObject({
    parameters: "11/10/2026, Component Report",
    summary: "No bundle was sold on these days.",
  });
});

test("a report without a type and dates that aren't valid are refused", async () => {
  await expect(calls.bundle.report(dates)).rejects.toMatchObject({
    status: 400,
    message: "Please select atleast one report type",
  });
  const refused = (change: object) =>
    expect(calls.bundle.report({ ...dates, bundle: "true", ...change })).rejects.toMatchObject({
      status: 400,
    });
  await refused({ date_from: "11/01/2026" });
  await refused({ date_from: "2026-11-03" });
  await refused({ date_from: "2026-11-23", date_to: "2026-11-23" });
});
