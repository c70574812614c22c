/** Applying scheduled prices when they are due, and rolling a file back. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { failRows } from "../../support/jobs.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { type Calls, importFile, undo, work } from "../imports/support.ts";
import { addProduct, listenToVariantChanges, type ReportedChange } from "../products/support.ts";
import {
  addMirroredProduct,
  applyDue,
  changeElsewhere,
  dateInHours,
  inHours,
  inStore,
  priceFile,
  readIntoMirror,
  retry,
} from "./support.ts";

let shop: TestShop;
let calls: Calls;
let reported: ReportedChange[];

beforeAll(async () => {
  shop = await openTestShop("bulkprice_apply");
  calls = await signedInCalls(shop);
  reported = await listenToVariantChanges();
});
afterEach(() => shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

const schedule = (...rows: string[][]) => importFile(calls, priceFile(...rows));
const sentChanges = () => shop.localStore.store.counters.of(DEMO).requests.VariantPricesUpdate ?? 0;
const stateOf = async (sku: string) =>
  (await calls.bulkPrice.list({ searchValue: sku })).map(({ state }) => state);

test("prices are applied at their moment, once, grouped by product, with the administrator", async () => {
  const bolt = await addMirroredProduct(shop, "bolt", [
    { sku: "BOLT-S", price: 100, compareAt: 150 },
    { sku: "BOLT-M", price: 200 },
    { sku: "BOLT-L", price: 300 },
  ]);
  await schedule(
    ["BOLT-S", "1.10", "", dateInHours(1), "true"],
    ["BOLT-M", "2.20", "2.50", dateInHours(1), ""],
    ["BOLT-L", "3.30", "", dateInHours(3), ""],
  );
  expect(await applyDue(new Date(+inHours(1) - 60_000))).toEqual([]);
  reported.length = 0;
  expect(await applyDue(inHours(2))).toEqual([
    {
      label: "bolt",
      state: "done",
      message: expect.stringMatching(/BOLT-S: \$1\.00 → \$1\.10; BOLT-M: \$2\.00 → \$2\.20/),
    },
  ]);
  expect(await inStore(shop, bolt)).toEqual({
    prices: { "BOLT-S": 110, "BOLT-M": 220, "BOLT-L": 300 },
    compareAt: { "BOLT-S": null, "BOLT-M": 250, "BOLT-L": null },
    tags: ["BELOW_MAPP"],
  });
  expect(reported).toMatchObject([{ origin: { actor: { id: "1" }, source: "Price schedule" } }]);
  // The clock was set back, then forward again.
  expect(await applyDue(inHours(0.5))).toEqual([]);
  expect(await applyDue(inHours(2))).toEqual([]);
  expect(await applyDue(inHours(4))).toHaveLength(1);
  expect((await inStore(shop, bolt)).prices).toMatchObject({ "BOLT-L": 330 });
  expect(await stateOf("BOLT")).toEqual(["applied", "applied", "applied"]);
  const { rows } = await calls.activity.list({});
  expect(rows.filter(({ action }) => action === "scheduled price.applied")).toHaveLength(3);
});

test("prices of more variants of a product than Shopify takes in one call are sent in several", async () => {
  const skus = Array.from({ length: 251 }, (_, index) => `MANY-${index}`);
  const variants = skus.map((sku) => ({ sku, price: 100 }));
  const many = await addMirroredProduct(shop, "many", variants);
  await schedule(...skus.map((sku) => [sku, "2", "", dateInHours(1), ""]));
  const before = sentChanges();
  expect(await applyDue(inHours(2))).toMatchObject([{ label: "many", state: "done" }]);
  expect(sentChanges() - before).toBe(2);
  const { prices } = await inStore(shop, many);
  expect(new Set(Object.values(prices))).toEqual(new Set([200]));
});

test("due prices of one SKU are applied in the order of their dates", async () => {
  const nut = await addMirroredProduct(shop, "nut", [{ sku: "NUT", price: 100 }]);
  await schedule(["NUT", "2", "", dateInHours(2), "true"]);
  await schedule(["NUT", "3", "", dateInHours(1), ""]);
  // The worker was down over both.
  await applyDue(inHours(5));
  expect((await inStore(shop, nut)).prices).toEqual({ NUT: 300 });
  await applyDue(inHours(5));
  expect(await inStore(shop, nut)).toMatchObject({ prices: { NUT: 200 }, tags: ["BELOW_MAPP"] });
});

test("a below-MAPP tag that was set elsewhere stays, and Backroom's own is removed", async () => {
  const [saw, axe] = await Promise.all([
    addProduct(shop.localStore, { handle: "saw", tags: ["BELOW_MAPP"], variants: [{ sku: "SAW" }] }),
    addProduct(shop.localStore, { handle: "axe", variants: [{ sku: "AXE" }] }),
  ]);
  await readIntoMirror([saw, axe]);
  for (const [hours, tag] of [
    [1, "true"],
    [3, "false"],
  ] as const) {
    await schedule(["SAW", "2", "", dateInHours(hours), "false"], ["AXE", "2", "", dateInHours(hours), tag]);
    await applyDue(inHours(hours + 1));
    expect((await inStore(shop, saw)).tags).toEqual(["BELOW_MAPP"]);
    expect((await inStore(shop, axe)).tags).toEqual(tag === "true" ? ["BELOW_MAPP"] : []);
  }
});

test("a SKU of several variants sets all of them, and a missing SKU fails by name", async () => {
  const one = await addMirroredProduct(shop, "twin-a", [{ sku: "TWIN", price: 100 }]);
  const other = await addMirroredProduct(shop, "twin-b", [{ sku: "TWIN", price: 100 }]);
  const gone = await addMirroredProduct(shop, "gone", [{ sku: "GONE", price: 100 }]);
  await schedule(["TWIN", "2", "", dateInHours(1), ""], ["GONE", "2", "", dateInHours(1), ""]);
  const { deleteProduct } = await import("../../../local-store/catalog/change-product.ts");
  await deleteProduct(shop.localStore.store, DEMO, gone);
  const { productsMirror } = await import("~/domain/products/mirror.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  await withShop(DEMO, (tx) => productsMirror.forget(tx, DEMO, [gone]));
  expect(await applyDue(inHours(2))).toHaveLength(2);
  expect([(await inStore(shop, one)).prices, (await inStore(shop, other)).prices]).toEqual([
    { TWIN: 200 },
    { TWIN: 200 },
  ]);
  expect(await calls.bulkPrice.list({ searchValue: "GONE" })).toMatchObject([
    { state: "failed", message: "No variant in the store has this SKU." },
  ]);
});

test("after a lost answer the outcome is read from the store, and nothing is sent twice", async () => {
  const pin = await addMirroredProduct(shop, "pin", [{ sku: "PIN", price: 100 }]);
  await schedule(["PIN", "2", "", dateInHours(1), ""]);
  const { startDuePrices } = await import("~/functions/bulkprice/start-due-prices.server");
  const [jobId = ""] = await startDuePrices(DEMO, inHours(2));
  shop.localStore.store.faults.setFor(DEMO, "VariantPricesUpdate", { deniedAfterCommit: 1 });
  expect(await work(jobId)).toMatchObject([{ state: "failed" }]);
  expect(await stateOf("PIN")).toEqual(["failed"]);
  shop.localStore.store.faults.reset(DEMO);
  const before = sentChanges();
  expect(await retry(jobId)).toMatchObject([{ state: "done" }]);
  expect(sentChanges()).toBe(before);
  expect((await inStore(shop, pin)).prices).toEqual({ PIN: 200 });
  expect(await stateOf("PIN")).toEqual(["applied"]);
});

test("undoing a file cancels what isn't due, restores what is applied, and skips what changed since", async () => {
  const hook = await addMirroredProduct(shop, "hook", [
    { sku: "HOOK-A", price: 100, compareAt: 120 },
    { sku: "HOOK-B", price: 200 },
    { sku: "HOOK-C", price: 300 },
  ]);
  const { id } = await schedule(
    ["HOOK-A", "1.50", "", dateInHours(1), "true"],
    ["HOOK-B", "2.50", "", dateInHours(1), ""],
    ["HOOK-C", "3.50", "", dateInHours(9), ""],
  );
  await applyDue(inHours(2));
  expect((await inStore(shop, hook)).tags).toEqual(["BELOW_MAPP"]);
  await changeElsewhere(shop, hook, "HOOK-B", 999);
  expect(await undo(calls, id)).toMatchObject([
    { state: "done", message: "HOOK-A: $1.50 → $1.00." },
    { state: "skipped", message: "The price of HOOK-B was changed since, to $9.99." },
    { state: "done", message: "Canceled before it was due." },
  ]);
  expect(await inStore(shop, hook)).toEqual({
    prices: { "HOOK-A": 100, "HOOK-B": 999, "HOOK-C": 300 },
    compareAt: { "HOOK-A": 120, "HOOK-B": null, "HOOK-C": null },
    tags: [],
  });
  expect(await applyDue(inHours(10))).toEqual([]);
  expect((await stateOf("HOOK")).toSorted()).toEqual(["applied", "canceled", "rolled back"]);
});

test("undoing a price that failed for one variant and was changed since for the other cancels it, and says why", async () => {
  const pair = await addMirroredProduct(shop, "pair-a", [{ sku: "PAIR", price: 100 }]);
  const gone = await addMirroredProduct(shop, "pair-b", [{ sku: "PAIR", price: 100 }]);
  const { id } = await schedule(["PAIR", "2", "", dateInHours(1), ""]);
  const { deleteProduct } = await import("../../../local-store/catalog/change-product.ts");
  await deleteProduct(shop.localStore.store, DEMO, gone);
  const { startDuePrices } = await import("~/functions/bulkprice/start-due-prices.server");
  const [jobId = ""] = await startDuePrices(DEMO, inHours(2));
  expect((await work(jobId)).map(({ state }) => state).sort()).toEqual(["done", "failed"]);
  expect(await stateOf("PAIR")).toEqual(["failed"]);
  await changeElsewhere(shop, pair, "PAIR", 999);
  const message = "The price of PAIR was changed since, to $9.99.";
  expect(await undo(calls, id)).toMatchObject([{ state: "skipped", message }]);
  const canceled = [{ state: "canceled", message }];
  expect(await calls.bulkPrice.list({ searchValue: "PAIR" })).toMatchObject(canceled);
  await retry(jobId);
  expect((await inStore(shop, pair)).prices).toEqual({ PAIR: 999 });
  expect(await calls.bulkPrice.list({ searchValue: "PAIR" })).toMatchObject(canceled);
});

test("an undo that ended before the below-MAPP tag was removed removes it when it is retried", async () => {
  const last = await addMirroredProduct(shop, "last-a", [{ sku: "LAST", price: 100 }]);
  const gone = await addMirroredProduct(shop, "last-b", [{ sku: "LAST", price: 100 }]);
  const { id } = await schedule(["LAST", "2", "", dateInHours(1), "true"]);
  const { deleteProduct } = await import("../../../local-store/catalog/change-product.ts");
  await deleteProduct(shop.localStore.store, DEMO, gone);
  await applyDue(inHours(2));
  expect((await inStore(shop, last)).tags).toEqual(["BELOW_MAPP"]);
  await changeElsewhere(shop, last, "LAST", 999);
  shop.localStore.store.faults.setFor(DEMO, "ProductTagsRemove", { denied: 1 });
  const { jobId } = await calls.imports.undo({ id });
  expect(await work(jobId)).toMatchObject([{ state: "failed" }]);
  shop.localStore.store.faults.reset(DEMO);
  expect(await retry(jobId)).toMatchObject([
    { state: "skipped", message: "The price of LAST was changed since, to $9.99." },
  ]);
  expect((await inStore(shop, last)).tags).toEqual([]);
});

test("undoing a file restores a product's prices together, wherever its rows are", async () => {
  const skus = Array.from({ length: 10 }, (_, index) => `TOGETHER-${index}`);
  const together = await addMirroredProduct(
    shop,
    "together",
    skus.map((sku, index) => ({ sku, price: 100 + index })),
  );
  const apart = await addMirroredProduct(shop, "apart", [{ sku: "APART", price: 500 }]);
  const rows = ["APART", ...skus].toSpliced(0, 6, ...skus.slice(0, 5), "APART");
  const { id } = await schedule(...rows.map((sku) => [sku, "9.00", "", dateInHours(1), ""]));
  await applyDue(inHours(2));
  await changeElsewhere(shop, together, "TOGETHER-3", 999);
  const before = sentChanges();
  expect(await undo(calls, id)).toEqual([
    ...skus.map((sku, index) =>
      index === 3
        ? outcome(sku, "skipped", "The price of TOGETHER-3 was changed since, to $9.99.")
        : outcome(sku, "done", `${sku}: $9.00 → $1.0${index}.`),
    ),
    outcome("APART", "done", "APART: $9.00 → $5.00."),
  ]);
  // Rows that are too late for the first mutation share the next one.
  expect(sentChanges() - before).toBeLessThanOrEqual(4);
  expect(Object.values((await inStore(shop, together)).prices)).toEqual(
    skus.map((_, index) => (index === 3 ? 999 : 100 + index)),
  );
  expect((await inStore(shop, apart)).prices).toEqual({ APART: 500 });

  function outcome(sku: string, state: string, message: string) {
    return { label: `Row ${rows.indexOf(sku) + 2}: ${sku}`, state, message };
  }
});

test("after a lost answer to a rollback, each of its rows asks the store, and nothing is sent twice", async () => {
  const skus = ["LOST-1", "LOST-2", "LOST-3"];
  const lost = await addMirroredProduct(
    shop,
    "lost",
    skus.map((sku) => ({ sku, price: 100 })),
  );
  const { id } = await schedule(...skus.map((sku) => [sku, "2", "", dateInHours(1), ""]));
  await applyDue(inHours(2));
  const { jobId } = await calls.imports.undo({ id });
  shop.localStore.store.faults.setFor(DEMO, "VariantPricesUpdate", { deniedAfterCommit: 1 });
  const failed = skus.map(() => ({ state: "failed" }));
  expect(await work(jobId)).toMatchObject(failed);
  expect(await stateOf("LOST")).toEqual(["applied", "applied", "applied"]);
  shop.localStore.store.faults.reset(DEMO);
  await changeElsewhere(shop, lost, "LOST-2", 700);
  const before = sentChanges();
  expect(await retry(jobId)).toMatchObject([
    { state: "done", message: "LOST-1: $2.00 → $1.00." },
    { state: "skipped", message: "The price of LOST-2 was changed since, to $7.00." },
    { state: "done", message: "LOST-3: $2.00 → $1.00." },
  ]);
  expect(sentChanges()).toBe(before);
  expect((await inStore(shop, lost)).prices).toEqual({ "LOST-1": 100, "LOST-2": 700, "LOST-3": 100 });
});

test.each([
  {
    sku: "RIVET",
    price: "2",
    compareAt: "",
    now: { price: 100, compareAt: 900 },
    what: "The compare-at price",
  },
  // Which of them was changed can't be known.
  {
    sku: "FLANGE",
    price: "0.80",
    compareAt: "1",
    now: { price: 80 },
    what: "The price or the compare-at price",
  },
])("a price that isn't set because of another change names it: $what", async (change) => {
  const { sku, price, compareAt, now, what } = change;
  const product = await addMirroredProduct(shop, sku.toLowerCase(), [{ sku, price: 100 }]);
  await schedule([sku, price, compareAt, dateInHours(1), ""]);
  const { startDuePrices } = await import("~/functions/bulkprice/start-due-prices.server");
  const [jobId = ""] = await startDuePrices(DEMO, inHours(2));
  shop.localStore.store.faults.setFor(DEMO, "VariantPricesUpdate", { denied: 1 });
  await work(jobId);
  shop.localStore.store.faults.reset(DEMO);
  await changeElsewhere(shop, product, sku, now.price, now.compareAt);
  expect(await retry(jobId)).toMatchObject([
    {
      state: "failed",
      message: `${what} of ${sku} was changed while it was being applied. Retry it to set it anyway.`,
    },
  ]);
});

test("undoing a price whose outcome isn't known asks the store, and no retry sets an undone price", async () => {
  const { startDuePrices } = await import("~/functions/bulkprice/start-due-prices.server");
  const done = { state: "done" };
  for (const [sku, fault, undone, state] of [
    ["KNOB", { deniedAfterCommit: 1 }, { ...done, message: "KNOB: $2.00 → $1.00." }, "rolled back"],
    ["LOCK", { denied: 1 }, { ...done, message: "Canceled. It was never applied." }, "canceled"],
  ] as const) {
    const product = await addMirroredProduct(shop, sku.toLowerCase(), [{ sku, price: 100 }]);
    const { id } = await schedule([sku, "2", "", dateInHours(1), ""]);
    const [jobId = ""] = await startDuePrices(DEMO, inHours(2));
    shop.localStore.store.faults.setFor(DEMO, "VariantPricesUpdate", fault);
    expect(await work(jobId)).toMatchObject([{ state: "failed" }]);
    shop.localStore.store.faults.reset(DEMO);
    expect(await undo(calls, id)).toMatchObject([undone]);
    expect(await stateOf(sku)).toEqual([state]);
    const before = sentChanges();
    await retry(jobId);
    expect(sentChanges()).toBe(before);
    expect((await inStore(shop, product)).prices).toEqual({ [sku]: 100 });
    expect(await stateOf(sku)).toEqual([state]);
  }
});

test("a second attempt of an undo says that the price was never applied, whether it failed or wasn't due", async () => {
  await addMirroredProduct(shop, "bell", [{ sku: "BELL", price: 100 }]);
  await addMirroredProduct(shop, "horn", [{ sku: "HORN", price: 100 }]);
  const { id } = await schedule(["BELL", "2", "", dateInHours(1), ""], ["HORN", "2", "", dateInHours(9), ""]);
  shop.localStore.store.faults.setFor(DEMO, "VariantPricesUpdate", { denied: 1 });
  expect(await applyDue(inHours(2))).toMatchObject([{ state: "failed" }]);
  shop.localStore.store.faults.reset(DEMO);
  const { jobId } = await calls.imports.undo({ id });
  expect(await work(jobId)).toMatchObject([
    { state: "done", message: "Canceled. It was never applied." },
    { state: "done", message: "Canceled before it was due." },
  ]);
  // As if the process had ended before the rows' outcomes were stored.
  await failRows(jobId);
  const neverApplied = { state: "done", message: "Canceled. It was never applied." };
  expect(await retry(jobId)).toMatchObject([neverApplied, neverApplied]);
});

test("the queue starts due prices each minute", async () => {
  const wasp = await addMirroredProduct(shop, "wasp", [{ sku: "WASP", price: 1_000 }]);
  await schedule(["WASP", "8", "", dateInHours(1), "", ""]);
  const [{ database }, { startWorker }, { enqueue, TASK_QUEUE }] = await Promise.all([
    import("~/platform/db/pool.server"),
    import("~/worker.server"),
    import("~/platform/jobs/queue.server"),
  ]);
  const worker = await startWorker();
  try {
    // Not before: a worker starts what is due when it starts.
    await database().query("UPDATE price_schedules SET effective_at = now() WHERE sku = 'WASP'");
    // As the queue does at that minute.
    const { rows } = await database().query<{
      name: string;
      key: string;
      cron: string;
      data: Record<string, unknown>;
    }>("SELECT name, key, cron, data FROM pgboss.schedule WHERE key = 'bulkprice.apply-due'");
    expect(rows).toMatchObject([{ name: TASK_QUEUE, cron: "* * * * *" }]);
    await enqueue(TASK_QUEUE, rows[0]?.key ?? "", rows[0]?.data ?? {});
    await expect.poll(() => stateOf("WASP"), { timeout: withMachineFactor(20_000) }).toEqual(["applied"]);
    expect((await inStore(shop, wasp)).prices).toEqual({ WASP: 800 });
  } finally {
    await worker.stop();
  }
});
