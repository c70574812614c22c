/** Prices with an end date, and the products that are read again. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { type Calls, check, importFile, rowsOf, undo, work } from "../imports/support.ts";
import {
  addMirroredProduct,
  applyDue,
  changeElsewhere,
  inHours,
  inStore,
  priceFile,
  priceRow,
  retry,
} from "./support.ts";

let shop: TestShop;
let calls: Calls;

beforeAll(async () => {
  shop = await openTestShop("bulkprice_ends");
  calls = await signedInCalls(shop);
});
afterEach(() => shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

const schedule = (...rows: string[][]) => importFile(calls, priceFile(...rows));
const stateOf = async (sku: string) =>
  (await calls.bulkPrice.list({ searchValue: sku })).map(({ state }) => state);
const pricesOf = async (product: number) => (await inStore(shop, product)).prices;

test("at its end date the earlier price returns, once, with its tag, and named in the audit", async () => {
  const bell = await addMirroredProduct(shop, "bell", [{ sku: "BELL", price: 1_000, compareAt: 1_200 }]);
  const { id } = await schedule(priceRow("BELL", "8", 1, 5, "true"));
  await applyDue(inHours(2));
  expect(await inStore(shop, bell)).toMatchObject({ prices: { BELL: 800 }, tags: ["BELOW_MAPP"] });
  expect(await applyDue(inHours(4))).toEqual([]);
  expect(await applyDue(inHours(6))).toEqual([
    { label: "bell", state: "done", message: "BELL: $8.00 → $10.00." },
  ]);
  expect(await inStore(shop, bell)).toEqual({
    prices: { BELL: 1_000 },
    compareAt: { BELL: 1_200 },
    tags: [],
  });
  expect(await stateOf("BELL")).toEqual(["ended"]);
  expect(await applyDue(inHours(7))).toEqual([]);
  const { rows } = await calls.activity.list({});
  expect(rows.filter(({ action }) => action === "scheduled price.ended")).toHaveLength(1);
  expect(await undo(calls, id)).toMatchObject([
    { state: "skipped", message: "This price had ended already, so there was nothing to undo." },
  ]);
  expect(await pricesOf(bell)).toEqual({ BELL: 1_000 });
});

test("the earlier price returns by itself, though its administrator lost access, and an unapplied price says what to do", async () => {
  const viol = await addMirroredProduct(shop, "viol", [
    { sku: "VIOL-A", price: 1_000 },
    { sku: "VIOL-B", price: 1_000 },
  ]);
  await signedInCalls(shop, "2");
  await grantAccess("2", ["showBulkPrice"]);
  const other = await signedInCalls(shop, "2");
  await importFile(other, priceFile(priceRow("VIOL-A", "8", 1, 5), priceRow("VIOL-B", "8", 3, null)));
  await applyDue(inHours(2));
  await grantAccess("2", []);
  await applyDue(inHours(4));
  expect(await calls.bulkPrice.list({ searchValue: "VIOL-B" })).toMatchObject([
    {
      state: "failed",
      message: expect.stringMatching(
        /no longer has access to this function\. Retry its rows under Jobs, or import the price again\.$/,
      ),
    },
  ]);
  expect(await applyDue(inHours(6))).toMatchObject([{ state: "done", message: "VIOL-A: $8.00 → $10.00." }]);
  expect(await pricesOf(viol)).toEqual({ "VIOL-A": 1_000, "VIOL-B": 1_000 });
  const { rows } = await calls.activity.list({ person: "backroom" });
  expect(rows.map(({ action, who }) => [action, who.name])).toContainEqual([
    "scheduled price.ended",
    "Backroom",
  ]);
  const { data: log } = await calls.pricelog.list({ sku: "VIOL-A" });
  expect(log.results.map(({ changedBy, changedThrough }) => [changedBy, changedThrough])).toEqual([
    ["Backroom", "End of a price schedule, prices.csv, scheduled by Carl Credit"],
    ["Carl Credit", "Price schedule, prices.csv"],
  ]);
});

test("a price that was changed since is kept at the end date", async () => {
  const drum = await addMirroredProduct(shop, "drum", [{ sku: "DRUM", price: 1_000 }]);
  await schedule(priceRow("DRUM", "8", 1, 5));
  await applyDue(inHours(2));
  await changeElsewhere(shop, drum, "DRUM", 900);
  expect(await applyDue(inHours(6))).toMatchObject([
    { state: "skipped", message: "The price of DRUM was changed since, to $9.00." },
  ]);
  expect(await pricesOf(drum)).toEqual({ DRUM: 900 });
  expect(await stateOf("DRUM")).toEqual(["ended"]);
});

test("of a price that is kept because of its compare-at price, the message names that one", async () => {
  const fiddle = await addMirroredProduct(shop, "fiddle", [{ sku: "FIDDLE", price: 1_000 }]);
  await schedule(priceRow("FIDDLE", "8", 1, 5));
  await applyDue(inHours(2));
  await changeElsewhere(shop, fiddle, "FIDDLE", 800, 1_500);
  expect(await applyDue(inHours(6))).toMatchObject([
    { state: "skipped", message: "The compare-at price of FIDDLE was changed since." },
  ]);
  expect(await inStore(shop, fiddle)).toMatchObject({
    prices: { FIDDLE: 800 },
    compareAt: { FIDDLE: 1_500 },
  });
});

test("of prices that overlap, the later one returns to the price before the earlier one", async () => {
  const horn = await addMirroredProduct(shop, "horn", [{ sku: "HORN", price: 1_000 }]);
  await schedule(priceRow("HORN", "8", 1, 6));
  const checked = await check(calls, priceFile(priceRow("HORN", "7", 5, 10)));
  expect(checked.summary[0]).toMatch(/^1 variant of 1 product gets its price on /);
  expect((await rowsOf(calls, checked.id))[0]?.problems[0]?.sentence).toMatch(
    /^Other prices are scheduled for this SKU: \$8\.00 on .* until /,
  );
  await work((await calls.imports.start({ id: checked.id })).jobId);
  await applyDue(inHours(2));
  await applyDue(inHours(5.5));
  expect(await pricesOf(horn)).toEqual({ HORN: 700 });
  await applyDue(inHours(7));
  expect(await pricesOf(horn)).toEqual({ HORN: 700 });
  await applyDue(inHours(11));
  expect(await pricesOf(horn)).toEqual({ HORN: 1_000 });
});

test.each([
  ["two", "CELLO", ["8", "7"], "CELLO: $7.00 → $10.00."],
  ["three", "VIOLA", ["8", "7", "6"], "VIOLA: $6.00 → $10.00."],
])(
  "of %s prices that overlap and end together, the last one returns to the price before the first",
  async (_, sku, prices, message) => {
    const product = await addMirroredProduct(shop, sku.toLowerCase(), [
      { sku, price: 1_000, compareAt: 1_200 },
    ]);
    for (const [index, price] of prices.entries()) {
      await schedule(priceRow(sku, price, index + 1, 10));
      await applyDue(inHours(index + 1.5));
    }
    expect(await applyDue(inHours(11))).toMatchObject([{ state: "done", message }]);
    expect(await inStore(shop, product)).toMatchObject({
      prices: { [sku]: 1_000 },
      compareAt: { [sku]: 1_200 },
    });
    expect(await stateOf(sku)).toEqual(prices.map(() => "ended"));
  },
);

test("one price ends at the moment at which the next one begins, over a worker that was down", async () => {
  const gong = await addMirroredProduct(shop, "gong", [{ sku: "GONG", price: 1_000 }]);
  await schedule(priceRow("GONG", "8", 1, 5));
  await schedule(priceRow("GONG", "7", 5, 9));
  await applyDue(inHours(2));
  // The first returns. The second waits for it.
  await applyDue(inHours(6));
  expect(await pricesOf(gong)).toEqual({ GONG: 1_000 });
  await applyDue(inHours(6));
  expect(await pricesOf(gong)).toEqual({ GONG: 700 });
  await applyDue(inHours(10));
  expect(await pricesOf(gong)).toEqual({ GONG: 1_000 });
  // Nothing is applied whose end has passed.
  await schedule(priceRow("GONG", "6", 20, 21));
  await applyDue(inHours(22));
  expect(await calls.bulkPrice.list({ searchValue: "GONG" })).toMatchObject([
    { state: "failed", message: "The end date passed before this price could be applied." },
    { state: "ended" },
    { state: "ended" },
  ]);
  expect(await pricesOf(gong)).toEqual({ GONG: 1_000 });
});

test("after a lost answer the return is finished without a second request", async () => {
  const fife = await addMirroredProduct(shop, "fife", [{ sku: "FIFE", price: 1_000 }]);
  await schedule(priceRow("FIFE", "8", 1, 5));
  await applyDue(inHours(2));
  const { startDuePrices } = await import("~/functions/bulkprice/start-due-prices.server");
  const [jobId = ""] = await startDuePrices(DEMO, inHours(6));
  shop.localStore.store.faults.setFor(DEMO, "VariantPricesUpdate", { deniedAfterCommit: 1 });
  expect(await work(jobId)).toMatchObject([{ state: "failed" }]);
  expect(await calls.bulkPrice.list({ searchValue: "FIFE" })).toMatchObject([
    { state: "applied", message: expect.stringContaining("the earlier price hasn't returned") },
  ]);
  shop.localStore.store.faults.reset(DEMO);
  const sent = () => shop.localStore.store.counters.of(DEMO).requests.VariantPricesUpdate;
  const before = sent();
  await retry(jobId);
  expect(sent()).toBe(before);
  expect(await pricesOf(fife)).toEqual({ FIFE: 1_000 });
  expect(await stateOf("FIFE")).toEqual(["ended"]);
});

test("a price whose return has failed can be ended again, also when the rows of its job are gone", async () => {
  const lyre = await addMirroredProduct(shop, "lyre", [{ sku: "LYRE", price: 1_000 }]);
  await schedule(priceRow("LYRE", "8", 1, 5));
  await applyDue(inHours(2));
  const { startDuePrices } = await import("~/functions/bulkprice/start-due-prices.server");
  const [{ ID = "" } = {}] = await calls.bulkPrice.list({ searchValue: "LYRE" });
  await calls.bulkPrice.end({ ids: [ID] });
  const [jobId = ""] = await startDuePrices(DEMO, inHours(2));
  // The first return is under way.
  await expect(calls.bulkPrice.end({ ids: [ID] })).rejects.toMatchObject({ status: 409 });
  shop.localStore.store.faults.setFor(DEMO, "VariantPricesUpdate", { denied: 1 });
  expect(await work(jobId)).toMatchObject([{ state: "failed" }]);
  shop.localStore.store.faults.reset(DEMO);
  const { database } = await import("~/platform/db/pool.server");
  await database().query("DELETE FROM job_items WHERE job_id = $1", [jobId]);
  expect(await calls.bulkPrice.end({ ids: [ID] })).toEqual({ changed: 1 });
  expect(await calls.bulkPrice.list({ searchValue: "LYRE" })).toMatchObject([{ message: null }]);
  expect(await applyDue(inHours(2))).toMatchObject([{ state: "done", message: "LYRE: $8.00 → $10.00." }]);
  expect(await pricesOf(lyre)).toEqual({ LYRE: 1_000 });
  expect(await stateOf("LYRE")).toEqual(["ended"]);
});

test("a price whose outcome isn't known returns at its end date, if it was set", async () => {
  const tuba = await addMirroredProduct(shop, "tuba", [{ sku: "TUBA", price: 1_000 }]);
  const oboe = await addMirroredProduct(shop, "oboe", [{ sku: "OBOE", price: 1_000 }]);
  for (const [sku, fault] of [
    ["TUBA", { deniedAfterCommit: 1 }],
    ["OBOE", { denied: 1 }],
  ] as const) {
    await schedule(priceRow(sku, "8", 1, 5));
    shop.localStore.store.faults.setFor(DEMO, "VariantPricesUpdate", fault);
    await applyDue(inHours(2));
    shop.localStore.store.faults.reset(DEMO);
    expect(await calls.bulkPrice.list({ searchValue: sku })).toMatchObject([
      { state: "failed", message: "It isn't known whether this price was set. Retry its rows under Jobs." },
    ]);
  }
  expect(await pricesOf(tuba)).toEqual({ TUBA: 800 });
  const { startDuePrices } = await import("~/functions/bulkprice/start-due-prices.server");
  const [jobId = ""] = await startDuePrices(DEMO, inHours(6));
  shop.localStore.store.faults.setFor(DEMO, "VariantPricesUpdate", { denied: 1 });
  const nothing = { state: "skipped", message: "Nothing to return." };
  expect(await work(jobId)).toMatchObject([{ state: "failed" }, nothing]);
  expect(await calls.bulkPrice.list({ searchValue: "TUBA" })).toMatchObject([
    { state: "failed", message: expect.stringContaining("the earlier price hasn't returned") },
  ]);
  shop.localStore.store.faults.reset(DEMO);
  expect(await retry(jobId)).toMatchObject([{ state: "done", message: "TUBA: $8.00 → $10.00." }, nothing]);
  expect([await pricesOf(tuba), await pricesOf(oboe)]).toEqual([{ TUBA: 1_000 }, { OBOE: 1_000 }]);
  expect([await stateOf("TUBA"), await stateOf("OBOE")]).toEqual([["ended"], ["ended"]]);
});

test("one product of a hundred is read again, and a price that the store doesn't have is a failure", async () => {
  const { isSampled } = await import("~/functions/bulkprice/apply-prices.server");
  const job = "5b1d2a0e-6f0b-4a5e-9a39-0f6c1e3f9d11";
  const sampled = Array.from({ length: 20_000 }, (_, number) => number).filter((number) =>
    isSampled(job, number),
  );
  expect(sampled.length).toBeGreaterThan(150);
  expect(sampled.length).toBeLessThan(250);
  const sax = await addMirroredProduct(shop, "sax", [{ sku: "SAX", price: 1_000 }]);
  await schedule(priceRow("SAX", "8", 1, null));
  const [{ startDuePrices }, { database }] = await Promise.all([
    import("~/functions/bulkprice/start-due-prices.server"),
    import("~/platform/db/pool.server"),
  ]);
  let jobId = "";
  // Which products are read again depends on the job's random number.
  for (let isFound = false; !isFound; isFound = isSampled(jobId, sax)) {
    await database().query("DELETE FROM scheduled_variants WHERE shop = $1 AND job_id::text = $2", [
      DEMO,
      jobId,
    ]);
    await database().query(
      "UPDATE price_schedules SET state = 'scheduled' WHERE shop = $1 AND state = 'applying'",
      [DEMO],
    );
    [jobId = ""] = await startDuePrices(DEMO, inHours(2));
  }
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await realFetch(input, init);
    // The store loses the price after it has answered.
    if (String(init?.body).includes("VariantPricesUpdate"))
      await shop.localStore.store.pool.query(
        "UPDATE variants SET price_cents = 123 WHERE shop = $1 AND sku = 'SAX'",
        [DEMO],
      );
    return response;
  };
  try {
    expect(await work(jobId)).toMatchObject([
      { state: "failed", message: "SAX was read again after the change and has $1.23. Retry it." },
    ]);
  } finally {
    globalThis.fetch = realFetch;
  }
  expect(await stateOf("SAX")).toEqual(["failed"]);
});

test("after the undo of a failed price that a later one covers, the price before both returns", async () => {
  const left = await addMirroredProduct(shop, "cover-a", [{ sku: "COVER", price: 1_000 }]);
  const gone = await addMirroredProduct(shop, "cover-b", [{ sku: "COVER", price: 1_000 }]);
  const { id } = await schedule(priceRow("COVER", "8", 1, 20));
  const { deleteProduct } = await import("../../../local-store/catalog/change-product.ts");
  await deleteProduct(shop.localStore.store, DEMO, gone);
  await applyDue(inHours(2));
  expect(await stateOf("COVER")).toEqual(["failed"]);
  await schedule(priceRow("COVER", "6", 3, 10));
  await applyDue(inHours(4));
  expect(await pricesOf(left)).toEqual({ COVER: 600 });
  expect(await undo(calls, id)).toMatchObject([{ state: "skipped" }]);
  await applyDue(inHours(11));
  await applyDue(inHours(21));
  expect(await pricesOf(left)).toEqual({ COVER: 1_000 });
});
