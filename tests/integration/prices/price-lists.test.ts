/** The nightly reading of price lists, of which some can't be read. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addFixedPrices } from "../../../local-store/catalog/price-lists.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { PricedProduct, query } from "./support.ts";

let shop: TestShop;
const realFetch = globalThis.fetch;

beforeAll(async () => {
  shop = await openTestShop("price_lists");
  const owner = await signedInCalls(shop);
  await owner.settings.change({ switches: { employeeStoreColumns: true } });
});
afterEach(() => {
  globalThis.fetch = realFetch;
});
afterAll(() => shop.close());

/** @returns the number of a price list with a price of its own for a variant */
async function addPriceList(name: string, variantId: number): Promise<number> {
  const { store } = shop.localStore;
  const { rows } = await store.pool.query<{ id: number }>(
    `INSERT INTO price_lists (shop, name, currency, catalog_title, created_at) VALUES ($1, $2, 'USD', $2, now()) RETURNING id`,
    [DEMO, name],
  );
  const id = rows[0]?.id ?? 0;
  await addFixedPrices(store, DEMO, id, [
    { variantId, priceCents: 800, compareAtPriceCents: null, currency: "USD", compareAtCurrency: null },
  ]);
  return id;
}

/** Reads all price lists. @param answer what Shopify answers about one of them */
async function read(priceList: number, answer: (text: string) => Response): Promise<void> {
  globalThis.fetch = async (input, init) => {
    const response = await realFetch(input, init);
    const isIt = String(init?.body).includes(`"id":"gid://shopify/PriceList/${priceList}"`);
    return isIt ? answer(await response.text()) : response;
  };
  const { readPriceLists } = await import("~/domain/prices/read-price-lists.server");
  await readPriceLists.run(DEMO, new AbortController().signal);
}

const JSON_TYPE = { headers: { "content-type": "application/json" } };

test("a price list that can't be read doesn't keep the others from being read", async () => {
  const product = await PricedProduct.add(shop.localStore, "shared", { SHARED: 1_000 });
  const first = await addPriceList("First", product.variant("SHARED"));
  await addPriceList("Second", product.variant("SHARED"));
  const names = async () =>
    (
      await query<{ name: string }>("SELECT name FROM recorded_price_lists WHERE shop = $1 ORDER BY name", [
        DEMO,
      ])
    ).map(({ name }) => name);
  await read(
    first,
    (text) => new Response(text.replaceAll('"8.0"', '"8.001"').replaceAll('"8.00"', '"8.001"'), JSON_TYPE),
  );
  expect(await names()).toEqual(["Second"]);
  // Without an answer, the task tries again.
  await query("DELETE FROM recorded_price_lists WHERE shop = $1", [DEMO]);
  const refused = JSON.stringify({ errors: [{ message: "Internal error" }] });
  await expect(read(first, () => new Response(refused, JSON_TYPE))).rejects.toMatchObject({ status: 502 });
  expect(await names()).toEqual(["Second"]);
  await read(first, (text) => new Response(text, JSON_TYPE));
  expect(await names()).toEqual(["First", "Second"]);
});
