/** Readings of the customers' figures from the store, and how they become the values of days. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { insertCustomersInBulk, type LoadedCustomer } from "../../../local-store/data/bulk-insert.ts";
import { signedInCalls } from "../../support/calls.ts";
import { emptyQueue, queuedTasks } from "../../support/queue.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { refusalOf } from "../console/two-shops.ts";

let shop: TestShop;
let now: string;
const clock = { now: () => new Date(now) };

beforeAll(async () => {
  shop = await openTestShop("dashboard_snapshots");
  await addCustomers(DEMO, [
    { email: "a@x.example", phone: "+12005550101", tags: ["AIC"], email_marketing: YES, sms_marketing: YES },
    { email: "b@x.example", tags: ["AIC", "B"] },
    {
      email: "c@x.example",
      phone: "+12005550103",
      tags: ["AIC 2"],
      email_marketing: YES,
      sms_marketing: YES,
    },
    { email: "d@x.example", email_marketing: YES },
  ]);
  await addCustomers(SECOND, [{ email: "a@x.example" }]);
});
afterAll(() => shop.close());
beforeEach(() => query("DELETE FROM customer_snapshots"));
afterEach(() => shop.localStore.store.faults.reset(DEMO));

const YES = { state: "SUBSCRIBED", optInLevel: "SINGLE_OPT_IN", updatedAt: null } as const;
const FIGURES = {
  total: 4,
  with_aic_tag: 2,
  without_aic_tag: 2,
  email_subscribed: 3,
  sms_subscribed: 2,
  with_aic_tag_email_subscribed: 1,
  with_aic_tag_sms_subscribed: 1,
  without_aic_tag_email_subscribed: 2,
  without_aic_tag_sms_subscribed: 1,
};

function addCustomers(domain: string, customers: readonly Partial<LoadedCustomer>[]): Promise<number> {
  const created_at = new Date("2026-01-01T00:00:00Z");
  return insertCustomersInBulk(
    shop.localStore.store,
    domain,
    customers.map((customer) => ({ ...customer, created_at })),
  );
}

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query<Row>(text, values)).rows;
}

const readings = (domain = DEMO) =>
  query<{ day: string; read_at: Date; total: number }>(
    "SELECT *, day::text AS day FROM customer_snapshots WHERE shop = $1 ORDER BY customer_snapshots.day",
    [domain],
  );
const dashboardOf = async (domain = DEMO) => (await signedInCalls(shop, "1", domain, clock)).dashboard;
const signal = () => new AbortController().signal;

/** Presses Refresh at this time. */
async function refreshAt(instant: string, domain = DEMO): Promise<void> {
  const dashboard = await dashboardOf(domain);
  now = instant;
  expect(await dashboard.refresh()).toEqual({
    status: true,
    msg: "The figures were read from Shopify.",
    readAt: new Date(instant).toISOString(),
  });
}

test("a reading has the figures of the shop's customers, as the values of the day in its time zone", async () => {
  await refreshAt("2026-06-16T03:30:00Z");
  await refreshAt("2026-06-16T03:30:00Z", SECOND);
  const read_at = new Date("2026-06-16T03:30:00Z");
  const [reading, ...more] = await readings();
  expect(reading).toEqual({
    shop: DEMO,
    day: "2026-06-15",
    read_at,
    is_total_exact: true,
    tag: "AIC",
    ...FIGURES,
  });
  expect(more).toEqual([]);
  expect(await readings(SECOND)).toEqual([expect.objectContaining({ day: "2026-06-16", read_at, total: 1 })]);
});

test("a day keeps its last reading, and midnight in the shop's time zone begins the next one", async () => {
  await refreshAt("2026-06-15T16:00:00Z");
  await addCustomers(DEMO, [{ email: "late@x.example" }]);
  await refreshAt("2026-06-16T03:59:59Z");
  await refreshAt("2026-06-16T04:00:00Z");
  const days = (await readings()).map(({ day, read_at, total }) => [day, read_at.toISOString(), total]);
  expect(days).toEqual([
    ["2026-06-15", "2026-06-16T03:59:59.000Z", 5],
    ["2026-06-16", "2026-06-16T04:00:00.000Z", 5],
  ]);
  // A slower reading that began earlier.
  await refreshAt("2026-06-16T03:00:00Z");
  expect((await readings()).map(({ day, read_at, total }) => [day, read_at.toISOString(), total])).toEqual(
    days,
  );
});

test("without days, a series has the last 30 days of the shop's time zone", async () => {
  for (const instant of ["2026-05-17T12:00:00Z", "2026-05-18T12:00:00Z", "2026-06-17T03:00:00Z"])
    await refreshAt(instant);
  const { data } = await (await dashboardOf()).metric({ metricName: "emailSubscribed" });
  expect(data.map(({ date }) => date)).toEqual(["2026-05-18", "2026-06-16"]);
  const tomorrow = (await dashboardOf()).metric({ metricName: "total", dateTo: "2026-06-17" });
  expect(await refusalOf(tomorrow)).toMatchObject({
    status: 400,
    message: "The date must be today or before.",
  });
});

test("the account owner declares the tag and segments, whose figures begin with the next reading", async () => {
  await refreshAt("2026-06-14T16:00:00Z");
  const dashboard = await dashboardOf();
  const none = { tag: "AIC", segments: [] };
  const segments = [
    { name: "B by email", tag: "B", tagIs: "without" as const, email: true, sms: false },
    { name: "Reachable", tag: "", tagIs: "any" as const, email: true, sms: true },
  ];
  const declared = { tag: "B", segments };
  expect(await dashboard.declare({ ...declared, seen: none })).toMatchObject({
    before: none,
    after: declared,
  });
  expect(await refusalOf(dashboard.declare({ ...none, tag: "C", seen: none }))).toMatchObject({
    status: 409,
  });
  const same = { ...declared, segments: [...segments, { ...segments[1], name: "Twice" }] };
  expect(await refusalOf(dashboard.declare(same as typeof declared))).toMatchObject({ status: 400 });
  const quoted = { tag: "B' OR customer_tags CONTAINS 'AIC", segments: [] };
  expect(await refusalOf(dashboard.declare(quoted))).toMatchObject({ status: 400 });

  await refreshAt("2026-06-15T16:00:00Z");
  const shown = await dashboard.questions({ dateFrom: "2026-06-14", dateTo: "2026-06-15" });
  const days = (trends: typeof shown.metrics) =>
    trends.map(({ title, days }) => [title, days.map(({ date, value }) => [date.slice(-2), value])]);
  expect(days(shown.metrics).slice(3)).toEqual([
    ["Customers with B Tag", [["15", 1]]],
    ["Customers without B Tag", [["15", expect.any(Number)]]],
  ]);
  expect(days(shown.segments)).toEqual([
    ["B by email", [["15", 3]]],
    ["Reachable", [["15", 2]]],
  ]);
  expect(shown.segments[0]?.query).toBe(
    "customer_tags NOT CONTAINS 'B' AND email_subscription_status = 'SUBSCRIBED'",
  );
  const { data } = await dashboard.metric({ metricName: "withAICTag", dateFrom: "2026-06-14" });
  expect(data).toEqual([{ date: "2026-06-15", value: 1, isExact: true }]);
  await dashboard.declare(none);
});

test("when Shopify refuses, the stored figures stay, and the task leaves them to its next run", async () => {
  const { takeScheduledSnapshot } = await import("~/functions/dashboard/snapshots.server");
  await refreshAt("2026-06-15T16:00:00Z");
  const before = await readings();
  const dashboard = await dashboardOf();
  now = "2026-06-15T17:00:00Z";
  shop.localStore.store.faults.set(DEMO, { denied: 1 });
  expect(await refusalOf(dashboard.refresh())).toMatchObject({ status: 502 });
  await takeScheduledSnapshot.run(DEMO, signal());
  expect(await readings()).toEqual(before);
});

test("the task stores one reading a day, and a sign-in requests it when the latest reading is old", async () => {
  const [{ takeScheduledSnapshot }, { app }] = await Promise.all([
    import("~/functions/dashboard/snapshots.server"),
    import("~/app.server"),
  ]);
  const requests = async () => {
    await emptyQueue();
    await app.handleSignIn(DEMO, { id: "1", name: "Olive Owner" });
    return (await queuedTasks(takeScheduledSnapshot.name)).length;
  };
  await dashboardOf();
  expect(await requests()).toBe(1);
  await takeScheduledSnapshot.run(DEMO, signal());
  await takeScheduledSnapshot.run(DEMO, signal());
  expect(await readings()).toHaveLength(1);
  expect(await readings(SECOND)).toEqual([]);
  expect(await requests()).toBe(0);
  await query("UPDATE customer_snapshots SET read_at = now() - interval '4 hours'");
  expect(await requests()).toBe(1);
});
