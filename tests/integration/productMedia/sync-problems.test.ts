/** What a sync of product media does when something is wrong in Salsify, or in Shopify. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import type { Calls } from "../imports/support.ts";
import { inSalsify, itemsOf, latest, openMediaShop, sync, urlOf } from "./support.ts";

let shop: TestShop;
let ann: Calls;
beforeAll(async () => {
  ({ shop, ann } = await openMediaShop("media_problems"));
});
afterEach(() => shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

test("more than half of the media aren't made inactive unless the sync is started again", async () => {
  const full = { "SYNC-one": { Images: Array.from({ length: 11 }, (_, n) => urlOf(`one-${n}`)).join(" ") } };
  const blank = { "SYNC-one": { Images: "" } };
  const countActive = async () => (await itemsOf(ann, "SYNC-one")).filter(({ active }) => active).length;
  await inSalsify(shop, full);
  await sync(ann);
  expect(await countActive()).toBe(12);
  await inSalsify(shop, blank);
  await sync(ann);
  const refusal = {
    status: "Failed",
    reason:
      "11 of the 11 media from Salsify are no longer there. That is more than half, so nothing was changed. If it is right, start the sync again within an hour.",
  };
  expect(await latest(ann)).toMatchObject(refusal);
  expect(await countActive()).toBe(12);
  await sync(ann);
  expect(await latest(ann)).toMatchObject({ status: "Completed" });
  expect(await countActive()).toBe(1);
  // The confirmation was for one sync.
  await inSalsify(shop, full);
  await sync(ann);
  await inSalsify(shop, blank);
  await sync(ann);
  expect(await latest(ann)).toMatchObject(refusal);
});
