import { afterAll, beforeAll, expect, test } from "vitest";
import { measurePlansOfLists } from "../../guarantees/support/plans-of-lists.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("plans");
});
afterAll(() => shop.close());

test("as the app's role, each list is read and searched by an index, in each order", {
  timeout: withMachineFactor(180_000),
}, async () => {
  const found = await measurePlansOfLists(shop, 10_000);
  expect(found).toMatchObject({ unknownLists: [], readMuch: [], unusedSearchIndexes: [] });
});
