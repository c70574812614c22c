/** A webhook about nothing but stock, the description or the publication reaches both live indexes. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { touchProduct } from "../../../local-store/catalog/change-product.ts";
import { transaction } from "../../../local-store/data/database.ts";
import { deliver, queuedDeliveries } from "../../guarantees/support/webhooks.ts";
import { ENGINES, type SearchShop } from "../../support/search-engines.ts";
import { DEMO } from "../../support/test-shop.ts";
import { addProduct, refreshProducts } from "../products/support.ts";
import { numberedProducts, openSearchShop, sync, syncOf } from "./support.ts";

let search: SearchShop;
let product: number;
let serial = 0;

beforeAll(async () => {
  search = await openSearchShop("search_webhooks", numberedProducts(2));
  for (const engine of ENGINES) {
    await engine.connect(search);
    await sync(engine, search.ann);
  }
});
beforeEach(async () => {
  serial += 1;
  product = await addProduct(search.shop.localStore, {
    handle: `lamp-${serial}`,
    title: `Lamp ${serial}`,
    body_html: "<p>Bright</p>",
    variants: [{ sku: `LAMP-${serial}`, inventory_tracker: "shopify", inventory_quantity: 4 }],
  });
  const { productsMirror } = await import("~/domain/products/mirror.server");
  await productsMirror.readIntoMirror(DEMO, [product], {});
  await sendChanges();
  expect(await records()).toMatchObject([
    { available: true, description: "Bright" },
    { available_b: true, description_s: "Bright" },
  ]);
});
afterAll(() => search.shop.close());

async function sendChanges(): Promise<void> {
  for (const engine of ENGINES)
    await (await syncOf(engine)).updateTask.run(DEMO, new AbortController().signal);
}

/** The product's record in Algolia and its document in Solr. Undefined where it isn't found. */
const records = () =>
  Promise.all(ENGINES.map(async (engine) => (await engine.readLive(search.shop)).get(String(product))));

/** Changes rows of the store, delivers the webhook that the store sends, and runs what the worker would. */
async function changeInStore(statement: string): Promise<void> {
  const { localStore } = search.shop;
  const before = (await queuedDeliveries(localStore, DEMO)).at(-1)?.id ?? 0;
  await transaction(localStore.store, async (client) => {
    await client.query(statement, [product]);
    await touchProduct(client, localStore.store, DEMO, product);
  });
  const deliveries = await queuedDeliveries(localStore, DEMO, before);
  const ofProducts = deliveries.filter(({ topic }) => topic === "products/update");
  expect(ofProducts).toHaveLength(1);
  for (const delivery of ofProducts) expect(await deliver(delivery)).toBe(200);
  await refreshProducts();
  await sendChanges();
}

test("stock alone", async () => {
  await changeInStore("UPDATE variants SET inventory_quantity = 0 WHERE product_id = $1");
  expect(await records()).toMatchObject([{ available: false }, { available_b: false }]);
  await changeInStore("UPDATE variants SET inventory_quantity = 7 WHERE product_id = $1");
  expect(await records()).toMatchObject([{ available: true }, { available_b: true }]);
});

test("the description alone", async () => {
  await changeInStore("UPDATE products SET body_html = '<p>Dim &amp; warm</p>' WHERE id = $1");
  expect(await records()).toMatchObject([{ description: "Dim & warm" }, { description_s: "Dim & warm" }]);
});

test("the publication alone: a product that is no longer on the online store is removed, and found again afterwards", async () => {
  await changeInStore("UPDATE products SET published_at = NULL WHERE id = $1");
  expect(await records()).toEqual([undefined, undefined]);
  await changeInStore("UPDATE products SET published_at = now() - interval '1 hour' WHERE id = $1");
  expect(await records()).toMatchObject([{ title: `Lamp ${serial}` }, { title_s: `Lamp ${serial}` }]);
});
