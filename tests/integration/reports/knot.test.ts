import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { completeMirror } from "../../support/mirrors.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { insertOrder, sheetsOf } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
const clock = { now: () => new Date("2026-11-22T15:00:00Z") };

beforeAll(async () => {
  shop = await openTestShop("knot_report");
  calls = await signedInCalls(shop, "1", undefined, clock);
  await completeMirror("orders");
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    "INSERT INTO partners (shop, handle, name, position) VALUES ($1, 'acme', 'Acme', 1), ($1, 'zeta', 'Zeta', 2)",
    [DEMO],
  );
  const register = (codeId: number, customerId: number, partner: string, at: string, domain = DEMO) =>
    database().query(
      `INSERT INTO code_registrations (shop, code_id, address, customer_id, partner_handle, kind, registered_at)
       VALUES ($1, $2, $3, $4, $5, 'student', $6)`,
      [domain, codeId, `${customerId}@x.example`, customerId, partner, at],
    );
  await register(1, 71, "acme", "2026-11-01T10:00:00Z");
  await register(1, 72, "acme", "2026-10-01T10:00:00Z");
  await register(2, 72, "zeta", "2026-11-02T10:00:00Z");
  await register(3, 73, "gone", "2026-10-01T10:00:00Z");
  await register(1, 74, "acme", "2026-10-01T10:00:00Z", SECOND);

  const order = (customerId: number, at: string, more = {}) =>
    insertOrder({ customerId, at, totalCents: 5_000, ...more });
  await order(71, "2026-11-01T09:00:00Z"); // Before the registration.
  await order(71, "2026-11-01T12:00:00Z");
  await order(71, "2026-11-01T23:59:59Z", { totalCents: 2_500, refundedCents: 500 });
  await order(72, "2026-11-01T12:00:00Z");
  await order(72, "2026-11-02T12:00:00Z"); // Zeta's code was used last.
  await order(73, "2026-11-02T12:00:00Z");
  await order(71, "2026-11-03T00:00:00Z"); // After the days.
  await order(71, "2026-11-02T12:00:00Z", { test: true });
  await order(71, "2026-11-02T12:00:00Z", { isCanceled: true });
  await order(74, "2026-11-02T12:00:00Z");
  await order(99, "2026-11-02T12:00:00Z"); // Registered with no code.
});
afterAll(() => shop.close());

// In New York, November 1 has 25 hours.
test.each(["UTC", "America/New_York"])(
  "orders count per day in UTC and for the partner whose code was used last before them, in a process with the zone %s",
  async (zone) => {
    vi.stubEnv("TZ", zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { jobId } = await calls.knot.report({
      dateFrom: "2026-11-01T00:00:00Z",
      dateTo: "2026-11-02T23:59:59Z",
    });
    const sheets = await sheetsOf(jobId);
    expect(Object.keys(sheets)).toEqual(["Orders by day", "Orders by partner", "About this report"]);
    expect(sheets["Orders by day"]).toEqual([
      ["11/01/2026", "Acme", 3, 2, 1, 125, 5, 41.67],
      ["11/02/2026", "gone", 1, 1, 0, 50, 0, 50],
      ["11/02/2026", "Zeta", 1, 1, 1, 50, 0, 50],
    ]);
    expect(sheets["Orders by partner"]).toEqual([
      ["Acme", 3, 1, 125, 5, 41.67],
      ["gone", 1, 0, 50, 0, 50],
      ["Zeta", 1, 1, 50, 0, 50],
    ]);
    const [run] = (await calls.reports.runs({ report: "knotReport" })).list;
    expect(run).toMatchObject({
      parameters: "11/01/2026 to 11/02/2026",
      summary: "5 orders for 3 partners.",
    });
  },
);

test("a report may begin long before the first order and registration", async () => {
  const { jobId } = await calls.knot.report({ dateFrom: "1026-11-01", dateTo: "2026-11-01" });
  const { "Orders by day": days } = await sheetsOf(jobId);
  expect(
    days?.map(([day, partner, orders, , registrations]) => [day, partner, orders, registrations]),
  ).toEqual([
    ["10/01/2026", "Acme", 0, 1],
    ["10/01/2026", "gone", 0, 1],
    ["11/01/2026", "Acme", 3, 1],
  ]);
});

test("a chart of more days than it draws says how many there are", async () => {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `INSERT INTO code_registrations (shop, code_id, address, customer_id, partner_handle, kind, registered_at)
     SELECT $1, 4, 'days' || day || '@x.example', 800 + day, 'acme', 'student', '2026-01-01T12:00:00Z'::timestamptz + day * interval '1 day'
       FROM generate_series(0, 61) AS day`,
    [DEMO],
  );
  const { jobId } = await calls.knot.report({ dateFrom: "2026-01-01", dateTo: "2026-03-31" });
  await sheetsOf(jobId);
  const { chart, charted } = await calls.reports.rows({ report: "knotReport", run: jobId });
  expect(chart).toHaveLength(60);
  expect(chart?.[0]?.name).toBe("01/01/2026");
  expect(charted).toBe(62);
});

test("of two codes used in the same moment, the newer one counts", async () => {
  const { database } = await import("~/platform/db/pool.server");
  for (const [code, partner] of [
    [6, "zeta"],
    [5, "acme"],
  ])
    await database().query(
      `INSERT INTO code_registrations (shop, code_id, address, customer_id, partner_handle, kind, registered_at)
       VALUES ($1, $2, 'same@x.example', 75, $3, 'student', '2026-10-10T10:00:00Z')`,
      [DEMO, code, partner],
    );
  await insertOrder({ customerId: 75, at: "2026-10-20T12:00:00Z", totalCents: 5_000 });
  const { jobId } = await calls.knot.report({ dateFrom: "2026-10-20", dateTo: "2026-10-20" });
  const sheets = await sheetsOf(jobId);
  expect(sheets["Orders by day"]?.map(([day, partner]) => [day, partner])).toEqual([["10/20/2026", "Zeta"]]);
});

test("dates after today are refused", async () => {
  await expect(
    calls.knot.report({ dateFrom: "2026-11-22T00:00:00Z", dateTo: "2026-11-23T23:59:59Z" }),
  ).rejects.toMatchObject({ status: 400, message: "The date must be today or before." });
});
