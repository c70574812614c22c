/** The promises about input of strangers and other systems that need no process of their own, with small counts. In full: `npm run guarantees`. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { IN_ONE_PROCESS } from "../../guarantees/promises/index.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("promises_input");
});
afterAll(() => shop.close());

test.each(IN_ONE_PROCESS.input.map((promise) => ({ ...promise })))("$id: $title", async (promise) => {
  const { passed, figure } = await promise.test(shop, "small");
  expect(passed, figure).toBe(true);
});
