/** What the calls of the customer dashboard answer from the stored readings, and which callers they refuse. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { METRIC_NAMES, METRIC_TITLES } from "~/functions/dashboard/metrics";
import { outbox } from "../../support/outbox.ts";
import { DEMO, openTwoShops, refusalOf, SECOND, type TwoShops } from "../console/two-shops.ts";
import { rowsInFile, work } from "../exports/support.ts";
import { sentMails } from "../mail/support.ts";

let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("dashboard_calls");
});
afterAll(() => shops.close());

/** Stores a reading. The metrics have consecutive values from `total` on. */
async function storeReading(day: string, total: number, { shop = DEMO, isExact = true } = {}): Promise<void> {
  const { customerSnapshots } = await import("~/functions/dashboard/tables.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  const values = Object.fromEntries(METRIC_NAMES.map((name, index) => [name, total + index]));
  const reading = { shop, day, readAt: new Date(`${day}T20:00:00Z`), isTotalExact: isExact, ...values };
  await withShop(shop, (tx) => tx.insert(customerSnapshots).values(reading as never));
}

test("before the first reading, there is no history and no value", async () => {
  const { dashboard } = await shops.as("1");
  expect(await dashboard.history()).toEqual({ status: true, msg: "", since: null, readAt: null });
  expect(await dashboard.metric({ metricName: "total" })).toEqual({ status: true, msg: "", data: [] });
  expect(await dashboard.figure()).toEqual({ text: "No figures yet", asOf: null });
});

test("each metric is a series of the shop's days that have a reading", async () => {
  await storeReading("2026-06-01", 1_000);
  await storeReading("2026-06-02", 1_100);
  await storeReading("2026-06-05", 1_200);
  await storeReading("2026-06-06", 1_300);
  await storeReading("2026-06-02", 7, { shop: SECOND });
  const { dashboard } = await shops.as("1");
  for (const [index, metricName] of METRIC_NAMES.entries()) {
    const { data } = await dashboard.metric({ metricName, dateFrom: "06/02/2026", dateTo: "2026-06-05" });
    expect(data).toEqual([
      { date: "2026-06-02", value: 1_100 + index, isExact: true },
      { date: "2026-06-05", value: 1_200 + index, isExact: true },
    ]);
  }
  expect(await dashboard.history()).toMatchObject({
    since: "2026-06-01",
    readAt: "2026-06-06T20:00:00.000Z",
  });
  expect((await dashboard.figure()).text).toBe("1,300 customers");
  const second = (await shops.as("1", SECOND)).dashboard;
  expect((await second.metric({ metricName: "total", dateFrom: "2026-06-01" })).data).toEqual([
    { date: "2026-06-02", value: 7, isExact: true },
  ]);
  expect(await second.history()).toMatchObject({ since: "2026-06-02" });
});

test("a total that is a lower bound isn't answered as exact", async () => {
  await storeReading("2026-06-07", 10_000, { isExact: false });
  const { dashboard } = await shops.as("1");
  const day = { dateFrom: "2026-06-07", dateTo: "2026-06-07" };
  const pointOf = async (metricName: "total" | "withAICTag") =>
    (await dashboard.metric({ metricName, ...day })).data[0];
  expect(await pointOf("total")).toMatchObject({ value: 10_000, isExact: false });
  expect(await pointOf("withAICTag")).toMatchObject({ value: 10_001, isExact: true });
  expect((await dashboard.figure()).text).toBe("At least 10,000 customers");
});

test.each([
  [
    "a metric that doesn't exist",
    { metricName: "customers" },
    "metricName: must be one of: total, withAICTag",
  ],
  ["a day that is none", { dateFrom: "02/30/2026" }, "dateFrom: must be a date"],
  [
    "a first day after the last one",
    { dateFrom: "2026-06-06", dateTo: "2026-06-05" },
    "The date From is after the date To",
  ],
  ["a day after today", { dateTo: "2999-01-01" }, "The date must be today or before."],
])("%s is refused", async (_what, input, message) => {
  const { dashboard } = await shops.as("1");
  const refusal = await refusalOf(dashboard.metric({ metricName: "total", ...input } as never));
  expect([refusal.status, refusal.message]).toEqual([400, expect.stringContaining(message)]);
  if ("metricName" in input) return;
  expect(await refusalOf(dashboard.export(input))).toMatchObject({ status: 400 });
});

test("an administrator whose tabs don't include Customers is refused", async () => {
  const limitTo = async (tabs: string[]) => {
    // The Access page offers only the tab Customers.
    const tabLimits = { showDashboard: tabs };
    await shops.query(
      "UPDATE administrators SET flags = '{showDashboard}', tab_limits = $1 WHERE shop = $2 AND id = '2'",
      [tabLimits, DEMO],
    );
    return (await shops.as("2")).dashboard;
  };
  expect((await (await limitTo(["Customers"])).history()).since).toBe("2026-06-01");
  const dashboard = await limitTo(["Sales"]);
  for (const refused of [
    dashboard.metric({ metricName: "total" }),
    dashboard.history(),
    dashboard.refresh(),
    dashboard.export({}),
    dashboard.figure(),
    dashboard.questions({}),
    dashboard.note({ day: "2026-06-01", text: "x" }),
  ])
    expect(await refusalOf(refused)).toMatchObject({
      status: 403,
      message: expect.stringContaining("You don't have access to this tab."),
    });
});

test("the export goes to further recipients, as a link to the dashboard for administrators", async () => {
  const { dashboard, jobs } = await shops.as("1");
  const outside = await refusalOf(dashboard.export({ recipients: "ana@agency.example", sendAs: "link" }));
  expect(outside.data).toMatchObject({
    fieldErrors: { recipients: expect.stringContaining("the link wouldn't open") },
  });
  const { jobId } = await dashboard.export({ sendAs: "link", format: "csv" });
  await work(jobId);
  const { file } = await jobs.detail({ id: jobId });
  expect(file?.name).toMatch(/\.csv$/);
  const [mail] = await outbox({ kind: "Customers data" });
  expect(mail?.text).toContain(`/dashboard?file=${file?.id}`);
});

test("the export writes all metrics by day into a spreadsheet, and emails it", async () => {
  const { dashboard, jobs } = await shops.as("1");
  const { jobId, status, msg } = await dashboard.export({ dateFrom: "2026-06-01", dateTo: "2026-06-07" });
  expect([status, msg]).toEqual([
    true,
    "The spreadsheet is being written. It will be sent to person1@backroom-demo.myshopify.com.",
  ]);
  await work(jobId);
  const { file, state } = await jobs.detail({ id: jobId });
  expect([state, file?.name]).toEqual([
    "completed",
    expect.stringMatching(/^Customers_Data_\d{8}T\d{6}Z\.xlsx$/),
  ]);
  const rows = await rowsInFile(file?.id ?? "");
  const header = rows.findIndex(([first]) => first === "Date");
  expect(rows[header]).toEqual([
    "Date",
    ...METRIC_NAMES.map((name) => METRIC_TITLES[name]),
    "Total Is Exact",
    "Read At (UTC)",
    "Tag",
  ]);
  const days = rows.slice(header + 1);
  expect(days.map(([day]) => day)).toEqual([
    "06/01/2026",
    "06/02/2026",
    "06/05/2026",
    "06/06/2026",
    "06/07/2026",
  ]);
  expect(days[1]).toEqual([
    "06/02/2026",
    ...METRIC_NAMES.map((_name, index) => 1_100 + index),
    "Yes",
    "06/02/2026 20:00",
    "AIC",
  ]);
  expect(days[4]?.at(-3)).toBe("No, at least");
  const attached = (await sentMails()).map(({ attachment }) => attachment?.name);
  expect(attached.filter((name) => name === file?.name)).toHaveLength(1);
});

test("a note on a day is seen by everyone, and what was changed since isn't overwritten", async () => {
  const { dashboard } = await shops.as("1");
  const range = { dateFrom: "2026-06-01", dateTo: "2026-06-07" };
  const notes = async () => (await dashboard.questions(range)).notes;
  expect(await dashboard.note({ day: "06/02/2026", text: " Campaign ", seen: "" })).toMatchObject({
    msg: "The note on 06/02/2026 is saved.",
    before: "",
  });
  expect(await notes()).toEqual([{ day: "2026-06-02", text: "Campaign", by: expect.any(String) }]);
  expect(await refusalOf(dashboard.note({ day: "2026-06-02", text: "Other", seen: "" }))).toMatchObject({
    status: 409,
    message: expect.stringContaining("06/02/2026 has a note already: “Campaign”. Yours wasn't saved."),
  });
  expect(await refusalOf(dashboard.note({ day: "2026-06-02", text: "Other", seen: "Sale" }))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/ changed the note of this day.* while you were editing it/),
  });
  expect((await (await shops.as("1", SECOND)).dashboard.questions(range)).notes).toEqual([]);
  expect(await refusalOf(dashboard.note({ day: "2999-01-01", text: "x" }))).toMatchObject({ status: 400 });
  expect((await dashboard.note({ day: "2026-06-02", text: "", seen: "Campaign" })).msg).toBe(
    "The note on 06/02/2026 is removed.",
  );
  expect(await notes()).toEqual([]);
});

test("the questions have the metrics beside the period before", async () => {
  const { dashboard } = await shops.as("1");
  const { before, metrics } = await dashboard.questions({ dateFrom: "2026-06-05", dateTo: "2026-06-06" });
  expect(before).toEqual({ dateFrom: "2026-06-03", dateTo: "2026-06-04" });
  expect(metrics.map(({ id, now, gained }) => [id, now, gained])).toEqual([
    ["total", 1_300, 200],
    ["emailSubscribed", 1_303, 200],
    ["smsSubscribed", 1_304, 200],
    ["withAICTag", 1_301, 200],
    ["withoutAICTag", 1_302, 200],
  ]);
});

test("the questions of a range that begins in the earliest year are answered", async () => {
  const { dashboard } = await shops.as("1");
  const { metrics } = await dashboard.questions({ dateFrom: "1000-01-01", dateTo: "2026-06-06" });
  expect(metrics[0]).toMatchObject({ id: "total", now: 1_300 });
});
