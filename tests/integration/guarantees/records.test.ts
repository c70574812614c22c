/** The promises about records that need no process of their own, with small counts. In full: `npm run guarantees`. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { IN_ONE_PROCESS } from "../../guarantees/promises/index.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("promises_records");
});
afterAll(() => shop.close());

// What compares the whole ledger comes before the canaries of two shops.
test.each(IN_ONE_PROCESS.records.map((promise) => ({ ...promise })))("$id: $title", async (promise) => {
  const { passed, figure } = await promise.test(shop, "small");
  expect(passed, figure).toBe(true);
});
