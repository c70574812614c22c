/** Jobs that change prices of the same variant at the same time. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { type Calls, importFile, undo } from "../imports/support.ts";
import { addMirroredProduct, applyDue, inHours, inStore, priceFile, priceRow, retry } from "./support.ts";

let shop: TestShop;
let calls: Calls;

beforeAll(async () => {
  shop = await openTestShop("bulkprice_overlap");
  calls = await signedInCalls(shop);
});
afterEach(() => shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

const schedule = (sku: string, price: string, from: number, to?: number) =>
  importFile(calls, priceFile(priceRow(sku, price, from, to ?? null)));
const statesOf = async (sku: string) =>
  (await calls.bulkPrice.list({ searchValue: sku })).map(({ state }) => state).sort();

/** Starts work whose next change of prices reaches the store late. @returns the work, once the change is in flight */
async function untilInFlight<Result>(begin: () => Promise<Result>): Promise<{ ended: Promise<Result> }> {
  const { counters, faults } = shop.localStore.store;
  const sent = () => counters.of(DEMO).requests.VariantPricesUpdate ?? 0;
  const before = sent();
  faults.setFor(DEMO, "VariantPricesUpdate", { latencyMs: 1_500 });
  const ended = begin();
  await expect.poll(sent).toBe(before + 1);
  // For those that follow. A reset would end the wait of this one.
  faults.setFor(DEMO, "VariantPricesUpdate", { latencyMs: 0 });
  return { ended };
}

test("a later price that becomes due while a retry sets the earlier one is set after it", async () => {
  const product = await addMirroredProduct(shop, "hinge", [{ sku: "HINGE", price: 100 }]);
  const { store } = shop.localStore;
  await schedule("HINGE", "2", 1);
  store.faults.setFor(DEMO, "VariantPricesUpdate", { denied: 1 });
  expect(await applyDue(inHours(2))).toMatchObject([{ state: "failed" }]);
  store.faults.reset(DEMO);
  const [job] = (await calls.jobs.list({})).rows;
  await schedule("HINGE", "3", 3);
  const retried = await untilInFlight(() => retry(job?.id ?? ""));
  expect(await applyDue(inHours(4))).toMatchObject([{ state: "done", message: "HINGE: $2.00 → $3.00" }]);
  expect(await retried.ended).toMatchObject([{ state: "done" }]);
  expect((await inStore(shop, product)).prices).toEqual({ HINGE: 300 });
  expect(await statesOf("HINGE")).toEqual(["applied", "applied"]);
});

test("a price that ends while a later one is undone returns, too", async () => {
  const product = await addMirroredProduct(shop, "latch", [{ sku: "LATCH", price: 1_000 }]);
  await schedule("LATCH", "8", 1, 20);
  await applyDue(inHours(2));
  const { id } = await schedule("LATCH", "6", 3);
  await applyDue(inHours(4));
  const undone = await untilInFlight(() => undo(calls, id));
  expect(await applyDue(inHours(21))).toMatchObject([{ state: "done", message: "LATCH: $8.00 → $10.00." }]);
  expect(await undone.ended).toMatchObject([{ state: "done", message: "LATCH: $6.00 → $8.00." }]);
  expect((await inStore(shop, product)).prices).toEqual({ LATCH: 1_000 });
  expect(await statesOf("LATCH")).toEqual(["ended", "rolled back"]);
});

test("a later price doesn't wait for a product that failed in an unfinished job", async () => {
  const product = await addMirroredProduct(shop, "hasp", [{ sku: "HASP", price: 100 }]);
  await schedule("HASP", "2", 1);
  shop.localStore.store.faults.setFor(DEMO, "VariantPricesUpdate", { deniedAfterCommit: 1 });
  expect(await applyDue(inHours(2))).toMatchObject([{ state: "failed" }]);
  shop.localStore.store.faults.reset(DEMO);
  const [job] = (await calls.jobs.list({})).rows;
  const { database } = await import("~/platform/db/pool.server");
  // As a job with other products that is paused.
  await database().query("UPDATE jobs SET state = 'paused' WHERE id = $1", [job?.id]);
  await schedule("HASP", "3", 3);
  expect(await applyDue(inHours(4))).toMatchObject([{ state: "done" }]);
  expect((await inStore(shop, product)).prices).toEqual({ HASP: 300 });
});

/** More variants than the answer of a mutation has: the mirror gets its changes from a later reading. */
const addLargeProduct = (handle: string) =>
  addMirroredProduct(
    shop,
    handle,
    Array.from({ length: 101 }, (_, index) => ({ sku: `${handle}-${index}`, price: 1_000 })),
  );

test("the prices of a large product follow each other and return, although the mirror is behind", async () => {
  const product = await addLargeProduct("pin");
  await schedule("pin-7", "8", 1, 10);
  await schedule("pin-7", "6", 2, 5);
  for (const hours of [3, 3, 6]) await applyDue(inHours(hours));
  expect((await inStore(shop, product)).prices["pin-7"]).toBe(800);
  expect(await applyDue(inHours(11))).toMatchObject([{ state: "done", message: "pin-7: $8.00 → $10.00." }]);
  expect((await inStore(shop, product)).prices["pin-7"]).toBe(1_000);
});

test("a large product is tagged with one request, and loses its tag with one", async () => {
  const product = await addLargeProduct("bolt");
  const { requests } = shop.localStore.store.counters.of(DEMO);
  const before = { added: requests.ProductTagsAdd ?? 0, removed: requests.ProductTagsRemove ?? 0 };
  await importFile(calls, priceFile(priceRow("bolt-7", "8", 1, 5, "true")));
  await applyDue(inHours(2));
  expect((await inStore(shop, product)).tags).toEqual(["BELOW_MAPP"]);
  await applyDue(inHours(6));
  expect((await inStore(shop, product)).tags).toEqual([]);
  const { requests: after } = shop.localStore.store.counters.of(DEMO);
  expect(after).toMatchObject({ ProductTagsAdd: before.added + 1, ProductTagsRemove: before.removed + 1 });
});
