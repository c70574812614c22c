/** The Ekata report: what is sent, what is kept for the day, and what is written to the orders. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { fulfillOrder } from "../../../local-store/orders/fulfill-order.ts";
import type { NewOrder } from "../../../local-store/orders/insert-order.ts";
import { placeOrder } from "../../../local-store/orders/place-order.ts";
import { readResultFile } from "../../guarantees/support/export-file.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { refusalOf } from "../console/two-shops.ts";
import { rebuildOrders } from "../orders/support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
const SETTINGS = { mediumFrom: "250", highFrom: "400", key: "ekata-local-backroom-demo" };
const TODAY = new Date();
const dayFrom = (days: number) => new Date(TODAY.getTime() + days * 86_400_000).toISOString().slice(0, 10);
const DATES = { dateFrom: dayFrom(-3), dateTo: dayFrom(2) };

const ADDRESS = {
  firstName: "Ann",
  lastName: "Payer",
  company: "Secret Company",
  address1: "1 Main Street",
  address2: "Secret floor",
  city: "Springfield",
  province: "Illinois",
  provinceCode: "IL",
  country: "United States",
  countryCode: "US",
  zip: "62701",
  phone: "+12175550100",
} as unknown as NonNullable<NewOrder["billing_address"]>;

async function place(order: Partial<NewOrder>) {
  const { store } = shop.localStore;
  const { customer } = await createCustomer(store, DEMO, { firstName: "Ann", lastName: "Payer" });
  const lines = [{ title: "Secret lamp", quantity: 1, price_cents: 1_000 }];
  const placed = await placeOrder(store, DEMO, { customerId: customer?.id ?? 0, order: { lines, ...order } });
  if (!placed.order) throw new Error("The order was refused.");
  return placed.order.id;
}

const requests = async () => {
  const response = await fetch(`${shop.localStore.url}/ekata.json?shop=${DEMO}`);
  return (await response.json()) as { status: number; query: Record<string, string> }[];
};

/** The requests after this many earlier ones, newest first. */
async function requestsSince(before: number) {
  const all = await requests();
  return all.slice(0, all.length - before);
}

/** Creates a report and reads its rows, by the order's number in the store. */
async function report(refresh: "true" | "false" = "false") {
  const { jobId } = await calls.ekata.reportFromShopify({ ...DATES, refresh });
  return { jobId, rows: await rowsOf(jobId) };
}

/** Creates a report that was requested. */
async function rowsOf(jobId: string): Promise<string[][]> {
  const { read, utils } = await import("xlsx");
  const sheet = read(await readResultFile(jobId)).Sheets.Ekata;
  const rows = utils.sheet_to_json<string[]>(sheet as never, { header: 1 });
  return rows.slice(rows.findIndex(([first]) => first === "Order") + 1);
}

const risksOf = async (id: number) => {
  const { rows } = await shop.localStore.store.pool.query<{ risks: { riskLevel: string }[] }>(
    "SELECT risks FROM orders WHERE shop = $1 AND id = $2",
    [DEMO, id],
  );
  return rows[0]?.risks.map(({ riskLevel }) => riskLevel);
};

beforeAll(async () => {
  shop = await openTestShop("ekata");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

test("settings without their key or address are refused, and nothing is stored", async () => {
  const base_url = `${shop.localStore.url}/ekata`;
  const { key: _key, ...withoutKey } = SETTINGS;
  const { save, read } = calls.connectors.ekata;
  expect(await refusalOf(save({ ...withoutKey, base_url }))).toMatchObject({
    status: 400,
    message: "Enter the key for Ekata.",
  });
  expect(await refusalOf(save({ ...SETTINGS, base_url: "" }))).toMatchObject({
    status: 400,
    message: "Enter the address of Ekata, too.",
    data: { fieldErrors: { base_url: "is required" } },
  });
  expect(await read()).toMatchObject({ base_url: "", hasKey: false });
});

test("turning it off can be repeated, because the answer may be lost", async () => {
  const { key: _key, ...withoutKey } = SETTINGS;
  const { save } = calls.connectors.ekata;
  await save({ ...SETTINGS, base_url: `${shop.localStore.url}/ekata` });
  const turnOff = () => save({ ...withoutKey, highFrom: "450", base_url: "" });
  expect(await turnOff()).toMatchObject({ changed: true, hasKey: false });
  expect(await turnOff()).toMatchObject({ changed: false, hasKey: false });
});

test("settings that were changed since they were shown aren't overwritten, and the same save can be repeated", async () => {
  const { save, read } = calls.connectors.ekata;
  const { key, ...withoutKey } = SETTINGS;
  const stored = { ...withoutKey, base_url: `${shop.localStore.url}/ekata` };
  await save({ ...stored, key });
  const seen = await read();
  await save({ ...stored, highFrom: "450", seen });
  expect(await save({ ...stored, highFrom: "450", seen })).toMatchObject({ changed: false });
  for (const outdated of [{ mediumFrom: "300" }, { base_url: "" }])
    expect(await refusalOf(save({ ...stored, ...outdated, seen }))).toMatchObject({
      status: 409,
      message: expect.stringContaining(
        "You changed the settings of Ekata in another window while you were editing them.",
      ),
    });
  expect(await read()).toMatchObject({ ...stored, highFrom: "450" });
  await save({ ...stored, base_url: "" });
  expect((await refusalOf(save({ ...stored, seen }))).status).toBe(409);
});

test("the report needs the connection, and dates in order", async () => {
  const start = () => calls.ekata.reportFromShopify({ ...DATES, refresh: "false" });
  expect(await refusalOf(start())).toMatchObject({
    status: 409,
    message: expect.stringContaining("isn't set up"),
  });
  expect(await calls.ekata.state({})).toEqual({ configured: false });
  const base_url = `${shop.localStore.url}/ekata`;
  const wrong = { ...SETTINGS, base_url, highFrom: "200" };
  expect((await refusalOf(calls.connectors.ekata.save(wrong))).status).toBe(400);
  await calls.connectors.ekata.save({ ...SETTINGS, base_url, key: "wrong" });
  expect(await calls.ekata.state({})).toEqual({ configured: true });
  expect(await calls.connectors.ekata.testConnection()).toMatchObject({
    status: false,
    msg: expect.stringContaining("doesn't accept the key"),
  });
  await calls.connectors.ekata.save({ ...SETTINGS, base_url });
  expect((await calls.connectors.ekata.testConnection()).msg).toBe("Ekata accepts the key.");
  // The score that is left out stays as it is stored.
  const { mediumFrom: _stored, ...leftOut } = wrong;
  expect(await refusalOf(calls.connectors.ekata.save(leftOut as typeof wrong))).toMatchObject({
    status: 400,
    message: "The score of a high risk must be above that of a medium risk.",
  });
  const swapped = { dateFrom: DATES.dateTo, dateTo: DATES.dateFrom, refresh: "false" } as const;
  expect((await refusalOf(calls.ekata.reportFromShopify(swapped))).status).toBe(400);
});

test("until the mirror has all orders, the report fails and says so", async () => {
  await expect(report()).rejects.toThrow();
  const [run] = (await calls.reports.runs({ report: "ekata" })).list;
  expect(run?.reason).toContain("The orders are still being read from Shopify.");
});

test("only the listed fields are sent, and the risk is written to orders that aren't fulfilled", async () => {
  const recipient = { ...ADDRESS, firstName: "Bob", lastName: "Other" };
  const fraud = await place({
    email: "fraud@x.example",
    billing_address: ADDRESS,
    shipping_address: recipient,
  });
  const fine = await place({ email: "fine@x.example", shipping_address: ADDRESS });
  const done = await place({ email: "review@x.example", billing_address: ADDRESS });
  const withoutCustomer = await place({ email: null });
  await fulfillOrder(shop.localStore.store, DEMO, done);
  await rebuildOrders();
  const before = (await requests()).length;
  const { rows } = await report();
  const outcomes = rows.map((row) => [row[2] ?? "", row[3] ?? "", row[7]]);
  expect(outcomes).toEqual([
    ["High", 470, "written"],
    ["Low", 60, "written"],
    ["Medium", 290, "not written: fulfilled"],
    ["", "", "not checked: the order has no contact details"],
  ]);
  expect(await risksOf(fraud)).toEqual(["HIGH"]);
  expect(await risksOf(fine)).toEqual(["LOW"]);
  expect(await risksOf(done)).toEqual([]);
  expect(await risksOf(withoutCustomer)).toEqual([]);

  const sent = await requestsSince(before);
  expect(sent).toHaveLength(3);
  const { EKATA_FIELDS } = await import("~/connectors/ekata/port");
  for (const { query } of sent) {
    expect(Object.keys(query).filter((name) => !(EKATA_FIELDS as readonly string[]).includes(name))).toEqual(
      [],
    );
    expect(JSON.stringify(query)).not.toContain("Secret");
  }
  const toEkata = sent.find(({ query }) => query.transaction_id === String(fraud))?.query;
  expect(toEkata).toMatchObject({
    "primary.name": "Ann Payer",
    "primary.email_address": "fraud@x.example",
    "primary.phone": "+12175550100",
    "primary.address.street_line_1": "1 Main Street",
    "primary.address.state_code": "IL",
    "secondary.name": "Bob Other",
  });
});

test("an order is asked about once a day, and again on request", async () => {
  const before = (await requests()).length;
  const again = await report();
  expect(await requests()).toHaveLength(before);
  expect(again.rows.map((row) => row[6] ?? "")).toEqual(["Yes", "Yes", "Yes", ""]);
  expect(again.rows.map((row) => row[7])).toEqual([
    "written earlier today",
    "written earlier today",
    "not written: fulfilled",
    "not checked: the order has no contact details",
  ]);
  const summary = async () => (await calls.reports.runs({ report: "ekata" })).list[0]?.summary;
  expect(await summary()).toBe(
    "3 orders checked, 1 with a high risk, 0 written to Shopify. 1 order couldn't be checked.",
  );
  await report("true");
  expect(await requests()).toHaveLength(before + 3);
  const { list } = await calls.reports.runs({ report: "ekata" });
  expect(list[0]).toMatchObject({
    parameters: expect.stringContaining("Refresh Ekata"),
    summary: "3 orders checked, 1 with a high risk, 2 written to Shopify. 1 order couldn't be checked.",
  });
});

test("what a report asked before its process died isn't an earlier check", async () => {
  const { jobId } = await calls.ekata.reportFromShopify({ ...DATES, refresh: "false" });
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE ekata_checks SET operation_id = $1 || ':0'", [jobId]);
  const rows = await rowsOf(jobId);
  expect(rows.map((row) => row[6] ?? "")).toEqual(["No", "No", "No", ""]);
});

test("the same answers are written again when the owner changed which scores are high", async () => {
  const asked = await requests();
  const base_url = `${shop.localStore.url}/ekata`;
  const levelsIn = async () => {
    const { rows } = await shop.localStore.store.pool.query<{ level: string }>(
      "SELECT risks->0->>'riskLevel' AS level FROM orders WHERE shop = $1 AND risks->0 IS NOT NULL ORDER BY id",
      [DEMO],
    );
    return rows.map(({ level }) => level);
  };
  expect(await levelsIn()).toEqual(["HIGH", "LOW"]);
  await calls.connectors.ekata.save({ ...SETTINGS, base_url, mediumFrom: "40", highFrom: "50" });
  const { rows } = await report();
  expect(rows.map((row) => [row[2] ?? "", row[7]])).toEqual([
    ["High", "written earlier today"],
    ["High", "written"],
    ["High", "not written: fulfilled"],
    ["", "not checked: the order has no contact details"],
  ]);
  expect(await levelsIn()).toEqual(["HIGH", "HIGH"]);
  expect(await requests()).toEqual(asked);
  await calls.connectors.ekata.save({ ...SETTINGS, base_url });
});

/** Creates a report that waits while another one gets an answer about a new order. @returns the order's id, and the report */
async function reportBehindAnother(refresh: "true" | "false") {
  const [{ acquireLock }, { withShop }] = await Promise.all([
    import("~/platform/db/lock.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const id = await place({ email: "fine@x.example", shipping_address: ADDRESS });
  await rebuildOrders();
  const first = await acquireLock(`ekata ${DEMO}`);
  const second = report(refresh);
  await expect.poll(countWaitingSessions).toBe(1);
  await withShop(DEMO, (tx) =>
    tx.$client.query(
      `INSERT INTO ekata_checks (shop, order_id, day, risk_score, checked_at, operation_id, written_level, written_at)
       SELECT shop, $1, day, 90, now(), 'another report', 'LOW', now() FROM ekata_checks LIMIT 1`,
      [id],
    ),
  );
  await first?.release();
  return { id, ...(await second) };
}

test("a report that waits for another one's orders doesn't ask about them again", async () => {
  const before = (await requests()).length;
  const { id, rows } = await reportBehindAnother("false");
  expect(await requests()).toHaveLength(before);
  expect(rows.at(-1)).toMatchObject({ 3: 90, 6: "Yes", 7: "written earlier today" });
  expect(await risksOf(id)).toEqual([]);
});

test("with refresh, it doesn't ask again about those that were answered since it began, only about the others", async () => {
  const before = (await requests()).length;
  const { id, rows } = await reportBehindAnother("true");
  const sent = await requestsSince(before);
  const others = rows.slice(0, -1).filter(([, , , score]) => score !== undefined);
  expect(others).not.toEqual([]);
  expect(sent).toHaveLength(others.length);
  expect(sent.map(({ query }) => query.transaction_id)).not.toContain(String(id));
  expect(rows.at(-1)).toMatchObject({ 3: 90, 6: "Yes", 7: "written earlier today" });
  expect(await risksOf(id)).toEqual([]);
});
