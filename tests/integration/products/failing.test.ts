/** Products that can't be mirrored, among others that can. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signIn } from "../../guarantees/support/flags.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { addProduct, failForChangesTo, listenToVariantChanges, staleProducts } from "./support.ts";

let shop: TestShop;
let broken: number;

beforeAll(async () => {
  shop = await openTestShop("products_failing");
  await signIn([shop.token("1")]);
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
