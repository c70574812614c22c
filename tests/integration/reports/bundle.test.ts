import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { completeOrders, insertOrder, sheetsOf } from "./support.ts";

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
  await completeOrders();
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
    [names[0], "11/01/2026 12:00 AM", "PAID", "FULFILLED", "KIT", "Starter kit", 2, 2, 8, 2, 105],
    [names[1], "11/02/2026 11:59 PM", "PAID", "FULFILLED", "KIT", "Starter kit", 2, 2, 8, 2, 105],
    [names[1], "11/02/2026 11:59 PM", "PAID", "FULFILLED", "SET", "Bit set", 1, 1, 3, 0, 6],
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
    ] as never[]),
  );
  const [run] = (await calls.reports.runs({ report: "bundleReport" })).list;
  expect(run?.summary).toBe("5 bundles in 2 orders.");
});

test("a report may end long after today", async () => {
  const { jobId } = await calls.bundle.report({ ...dates, date_to: "9999-12-31", component: "true" });
  expect((await sheetsOf(jobId)).Components).toHaveLength(2);
  const [run] = (await calls.reports.runs({ report: "bundleReport" })).list;
  expect(run?.summary).toBe("7 bundles in 3 orders.");
});

test("until the mirror has all orders, the report fails and says so", async () => {
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE mirrors SET rebuilt_at = NULL WHERE name = 'orders'");
  const { jobId } = await calls.bundle.report({ ...dates, bundle: "true" });
  await expect(sheetsOf(jobId)).rejects.toThrow();
  const [run] = (await calls.reports.runs({ report: "bundleReport" })).list;
  expect(run?.reason).toContain("The orders are still being read from Shopify.");
  await completeOrders();
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
