/** Products that can't be mirrored, among others that can. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signIn } from "../../guarantees/support/flags.ts";
import { callsOf } from "../../support/calls.ts";
import { deleteJobs, jobRows } from "../../support/jobs.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import {
  addProduct,
  failForChangesTo,
  listenToVariantChanges,
  refreshProducts,
  runRebuild,
  staleProducts,
  startRebuild,
} from "./support.ts";

let shop: TestShop;
let broken: number;

beforeAll(async () => {
  shop = await openTestShop("products_failing");
  await signIn([shop.token("1")]);
  for (const handle of ["cup", "mug"])
    await addProduct(shop.localStore, {
      handle,
      variants: [{ sku: handle, price_cents: 500, option_values: ["White"] }],
    });
  broken = await addProduct(shop.localStore, {
    handle: "broken",
    variants: [{ sku: "BROKEN", price_cents: 1_777, option_values: ["White"] }],
  });
});
beforeEach(() => failForChangesTo(1_777));
afterAll(() => shop.close());

/** Reads stale products again in a slot, while Shopify throttles the shop. */
async function refreshThrottled(): Promise<void> {
  const [{ productsMirror }, { reportThrottle }] = await Promise.all([
    import("~/domain/products/mirror.server"),
    import("~/platform/jobs/start-later.server"),
  ]);
  reportThrottle(DEMO, 60_000);
  await productsMirror.refreshTask.run(DEMO, new AbortController().signal, { isWanted: () => false });
}

test("a product that can't be written doesn't keep the slot: its turn ends after one batch", async () => {
  const [{ productsMirror }, { withShop }] = await Promise.all([
    import("~/domain/products/mirror.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  for (const id of [broken, 1, 2, 3, 4, 5, 6])
    await withShop(DEMO, (tx) => productsMirror.markStale(tx, DEMO, [id]));
  await expect(refreshThrottled()).rejects.toMatchObject({ name: "StartLater" });
  expect(await staleProducts()).toEqual([6, broken]);
  // Nothing else is left: the failure ends the run.
  await expect(refreshThrottled()).rejects.toThrow(`These products could not be mirrored: ${broken}.`);
  expect(await staleProducts()).toEqual([broken]);

  await listenToVariantChanges();
  await refreshThrottled();
  expect(await staleProducts()).toEqual([]);
});

const query = async (text: string) =>
  (await (await import("~/platform/db/pool.server")).database().query(text)).rows;

/** Downloads results in which a price has more decimals than the currency. */
async function withUnreadablePrice(work: () => Promise<void>): Promise<void> {
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await original(input, init);
    if (init?.body || String(input).includes("graphql")) return response;
    return new Response((await response.text()).replaceAll('"17.77"', '"17.775"'));
  };
  try {
    await work();
  } finally {
    globalThis.fetch = original;
  }
}

test.each([
  ["written", () => failForChangesTo(1_777), (work: () => Promise<void>) => work()],
  ["read", listenToVariantChanges, withUnreadablePrice],
])("a rebuild leaves out a product that can't be %s, and names it", async (_what, prepare, during) => {
  await deleteJobs();
  await query("DELETE FROM products; DELETE FROM variants; DELETE FROM stale_products; DELETE FROM mirrors");
  await prepare();
  const id = await startRebuild();
  await during(() => runRebuild(id));
  expect(await query("SELECT handle FROM products ORDER BY handle")).toEqual([
    { handle: "cup" },
    { handle: "mug" },
  ]);
  expect(await jobRows(id)).toMatchObject([
    {
      state: "failed",
      message: `3 products read; 0 that weren't among them are being looked up. These couldn't be stored and are tried again in the background: ${broken}. The log says why.`,
    },
  ]);
  const mirror = await (await callsOf()).products.mirror();
  expect(mirror).toMatchObject({ rows: 2, rebuiltAt: expect.any(String) });
  expect(await staleProducts()).toEqual([broken]);

  await listenToVariantChanges();
  await refreshProducts();
  expect(await query("SELECT count(*)::int FROM products")).toEqual([{ count: 3 }]);
});
