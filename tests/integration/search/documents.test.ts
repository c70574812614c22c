/** What a product becomes in each engine, with the fields that other modules declare for Solr. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SearchField } from "~/domain/search/hooks.server";
import { ensureCollection } from "../../../local-store/catalog/collections.ts";
import { transaction } from "../../../local-store/data/database.ts";
import { ALGOLIA, type SearchShop, SOLR } from "../../support/search-engines.ts";
import { DEMO } from "../../support/test-shop.ts";
import { addProduct } from "../products/support.ts";
import { openSearchShop, sync, syncOf } from "./support.ts";

const FIELDS: SearchField[] = [
  { name: "specs.material", type: "String", output: true, search: true },
  { name: "specs.colors", type: "String", output: true, search: false },
  { name: "specs.length", type: "Float", output: false, search: false },
  { name: "specs.made_on", type: "Date", output: true, search: false },
  { name: "specs.waterproof", type: "Boolean", output: true, search: false },
  { name: "specs.note", type: "Integer", output: true, search: false },
];
let search: SearchShop;
let id: string;

beforeAll(async () => {
  search = await openSearchShop("search_documents", []);
  const { store } = search.shop.localStore;
  const collection = await transaction(store, (client) => ensureCollection(client, store, DEMO, "Summer"));
  const number = await addProduct(search.shop.localStore, {
    handle: "linen-shirt",
    title: "Linen shirt",
    vendor: "Harbor",
    product_type: "Shirts",
    body_html: "<p>Cool &amp; light.</p>",
    options: [{ name: "Size", values: ["S", "M"] }],
    tags: ["linen", "summer"],
    collections: [collection.id],
    images: [{ source: "https://cdn.example/front.jpg", alt: "Front" }],
    metafields: [
      { namespace: "specs", key: "material", type: "single_line_text_field", value: "Linen" },
      { namespace: "specs", key: "colors", type: "list.single_line_text_field", value: '["Sand","Sea"]' },
      { namespace: "specs", key: "length", type: "dimension", value: '{"value":12.5,"unit":"cm"}' },
      { namespace: "specs", key: "made_on", type: "date", value: "2026-03-01" },
      { namespace: "specs", key: "waterproof", type: "boolean", value: "false" },
      { namespace: "specs", key: "note", type: "single_line_text_field", value: "soft" },
    ],
    variants: [
      { sku: "LS-S", price_cents: 4_900, option_values: ["S"] },
      { sku: "LS-M", price_cents: 5_200, compare_at_price_cents: 6_000, option_values: ["M"] },
    ],
  });
  id = String(number);
  const { productsMirror } = await import("~/domain/products/mirror.server");
  await productsMirror.readIntoMirror(DEMO, [number], {});
});
afterAll(() => search.shop.close());

test("Algolia's record has everything that the storefront shows and filters by", async () => {
  await ALGOLIA.connect(search);
  await sync(ALGOLIA, search.ann);
  expect((await ALGOLIA.readLive(search.shop)).get(id)).toEqual({
    objectID: id,
    handle: "linen-shirt",
    title: "Linen shirt",
    vendor: "Harbor",
    productType: "Shirts",
    tags: ["linen", "summer"],
    collections: ["Summer"],
    collectionHandles: ["summer"],
    image: "https://cdn.example/front.jpg",
    priceFromCents: 4_900,
    priceToCents: 5_200,
    compareAtFromCents: 6_000,
    compareAtToCents: 6_000,
    currency: "USD",
    description: "Cool & light.",
    available: true,
    options: { Size: ["S", "M"] },
    skus: ["LS-S", "LS-M"],
    createdAt: expect.any(Number),
    publishedAt: expect.any(Number),
    updatedAt: expect.any(Number),
    metafields: {
      specs: {
        material: "Linen",
        colors: ["Sand", "Sea"],
        length: 12.5,
        made_on: "2026-03-01",
        waterproof: false,
        note: "soft",
      },
    },
  });
});

test("Solr's document has the declared fields by their types, and leaves out what isn't of its type", async () => {
  const [{ app }, { installHooks }, { searchFields }] = await Promise.all([
    import("~/app.server"),
    import("~/core/hook.server"),
    import("~/domain/search/hooks.server"),
  ]);
  installHooks([...app.hooks, searchFields.handler(async () => FIELDS)]);
  await SOLR.connect(search);
  await sync(SOLR, search.ann).finally(() => installHooks(app.hooks));
  const document = (await SOLR.readLive(search.shop)).get(id);
  expect(document).toEqual({
    id,
    handle_s: "linen-shirt",
    title_s: "Linen shirt",
    vendor_s: "Harbor",
    product_type_s: "Shirts",
    tags_ss: ["linen", "summer"],
    collections_ss: ["Summer"],
    collection_handles_ss: ["summer"],
    collection_ids_ls: [expect.any(Number)],
    image_s: "https://cdn.example/front.jpg",
    price_from_cents_l: 4_900,
    price_to_cents_l: 5_200,
    compare_at_from_cents_l: 6_000,
    compare_at_to_cents_l: 6_000,
    description_s: "Cool & light.",
    available_b: true,
    option_size_ss: ["S", "M"],
    created_at_dt: expect.stringMatching(/Z$/),
    published_at_dt: expect.stringMatching(/Z$/),
    currency_s: "USD",
    skus_ss: ["LS-S", "LS-M"],
    updated_at_dt: expect.stringMatching(/Z$/),
    specs_material_s: "Linen",
    specs_colors_ss: ["Sand", "Sea"],
    specs_length_hidden_f: 12.5,
    specs_made_on_dt: "2026-03-01T00:00:00.000Z",
    specs_waterproof_b: false,
    _text_: [
      "Linen shirt",
      "Harbor",
      "Shirts",
      "linen",
      "summer",
      "Summer",
      "LS-S",
      "LS-M",
      "S",
      "M",
      "Cool & light.",
      "Linen",
    ],
  });
  // A search returns neither what is only searched nor what isn't returned.
  const response = await fetch(`${search.shop.localStore.url}/solr/products/select?q=Linen&rows=1`, {
    headers: { authorization: `Basic ${btoa("backroom:solr-local-backroom-demo")}` },
  });
  const [found] = (await response.json()).response.docs;
  expect(found).toMatchObject({ id, specs_material_s: "Linen" });
  expect(found).not.toHaveProperty("specs_length_hidden_f");
  expect(found).not.toHaveProperty("_text_");
  expect(await search.ann.solr.syncStatus()).toMatchObject({
    Notes: expect.stringContaining("values left out: 1"),
  });
});

test("a product that changes keeps the fields of the live index, until the next full sync has changed those of all", async () => {
  const before = (await SOLR.readLive(search.shop)).get(id);
  const { store } = search.shop.localStore;
  await store.pool.query(
    "UPDATE products SET title = 'Renamed', updated_at = updated_at + interval '1 second' WHERE id = $1",
    [id],
  );
  const { productsMirror } = await import("~/domain/products/mirror.server");
  await productsMirror.readIntoMirror(DEMO, [Number(id)], {});
  await (await syncOf(SOLR)).updateTask.run(DEMO, new AbortController().signal);
  const changed = (await SOLR.readLive(search.shop)).get(id);
  expect(changed).toEqual({
    ...before,
    title_s: "Renamed",
    updated_at_dt: expect.any(String),
    _text_: expect.arrayContaining(["Renamed", "Linen"]),
  });
  await sync(SOLR, search.ann);
  expect((await SOLR.readLive(search.shop)).get(id)).not.toHaveProperty("specs_material_s");
});
