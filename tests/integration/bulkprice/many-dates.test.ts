/** A SKU with very many scheduled prices. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { type Calls, check, rowsOf } from "../imports/support.ts";
import { addMirroredProduct, priceFile, priceRow } from "./support.ts";

let shop: TestShop;
let calls: Calls;

beforeAll(async () => {
  shop = await openTestShop("bulkprice_many_dates");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

test("a file is checked in a time that doesn't depend on how many prices a SKU has already", async () => {
  for (const sku of ["FEW", "MANY"])
    await addMirroredProduct(shop, sku.toLowerCase(), [{ sku, price: 1_000 }]);
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `INSERT INTO price_schedules (shop, sku, price_cents, effective_at, below_mapp, actor_id, actor_name)
     SELECT $1, sku, 900, timestamptz '2190-01-01' + make_interval(hours => number), false, '1', 'Ann'
       FROM generate_series(1, 4000) AS number CROSS JOIN (VALUES ('MANY'), ('FEW')) AS known (sku)
      WHERE sku = 'MANY' OR number <= 20`,
    [DEMO],
  );
  const timed = async (sku: string) => {
    const rows = Array.from({ length: 500 }, (_, hour) => priceRow(sku, "9", hour + 1, null));
    const start = performance.now();
    const { id } = await check(calls, priceFile(...rows));
    const [first] = await rowsOf(calls, id);
    return { took: performance.now() - start, sentence: first?.problems.at(-1)?.sentence };
  };
  const few = await timed("FEW");
  const many = await timed("MANY");
  expect(few.sentence).toMatch(/^Other prices are scheduled .*; and 10 more\.$/);
  expect(many.sentence).toMatch(/^Other prices are scheduled .*; and 3990 more\.$/);
  expect(many.took / few.took).toBeLessThan(5);
});
