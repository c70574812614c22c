/** A theme shows a collection's filters and products with the metafield and the Solr index alone, as `docs/storefront-filters.md` says. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCollection } from "../../../docs/storefront-filters.mjs";
import { rebuildsOf } from "../../support/jobs.ts";
import { forgetMetafieldTypes } from "../../support/mirrors.ts";
import { SOLR, solrSettings } from "../../support/search-engines.ts";
import { DEMO } from "../../support/test-shop.ts";
import { runRebuild } from "../products/support.ts";
import { queryApp, runSync } from "../search/support.ts";
import { type FiltersShop, openFiltersShop } from "./support.ts";

interface ThemeMetafield {
  filters: { name: string; field: string }[];
}
interface ShownFilter {
  caption: string;
  control: string;
  options: { value: string; caption: string; count: number }[];
}

/** More than the 100 values that Solr counts by default. */
const SHADES = Array.from({ length: 120 }, (_, index) => `Shade ${index + 1}`);

let shop: FiltersShop;
let collection: string;

beforeAll(async () => {
  shop = await openFiltersShop("filters_theme");
  collection = await shop.addCollection("Power tools");
  const specs = (material: string, colors: string[]) => [
    { namespace: "specs", key: "material", type: "single_line_text_field", value: material },
    { namespace: "specs", key: "colors", type: "list.single_line_text_field", value: JSON.stringify(colors) },
  ];
  const add = (handle: string, vendor: string, cents: number, metafields: ReturnType<typeof specs>) =>
    shop.addProduct({
      handle,
      title: handle,
      vendor,
      product_type: handle === "saw" ? "Saws" : "",
      collections: [collection],
      options: [{ name: "Size", values: ["S", "M"] }],
      variants: ["S", "M"].map((size) => ({
        sku: `${handle}-${size}`,
        price_cents: cents,
        option_values: [size],
        inventory_tracker: "shopify",
        inventory_quantity: handle === "box" ? 0 : 3,
      })),
      metafields,
    });
  await add("drill", "Harbor", 9_900, specs("Steel", ["Red", "Black", ...SHADES]));
  await add("saw", "Harbor", 14_900, specs("Steel", ["Black"]));
  await add("box", 'Pier "7"', 2_900, specs("Oak", ["Natural"]));
  const [rebuild] = await rebuildsOf("products");
  await runRebuild(String(rebuild?.id));
});
afterAll(() => shop.close());

/** What the theme's Liquid reads. Undefined when the storefront has no access. */
async function readMetafield(): Promise<ThemeMetafield | undefined> {
  const response = await fetch(`${shop.localStore.url}/storefront/${DEMO}/collections/power-tools.json`);
  const { metafields } = await response.json();
  const [namespace = ""] = Object.keys(metafields).filter((name) => /^app--\d+--search$/.test(name));
  return metafields[namespace]?.filters.value;
}

/** The shop's own proxy, which knows the password. */
async function select(parameters: URLSearchParams) {
  const response = await fetch(`${shop.localStore.url}/solr/products/select?${parameters}`, {
    headers: { authorization: `Basic ${btoa("backroom:solr-local-backroom-demo")}` },
  });
  const body = await response.json();
  expect(body.error).toBeUndefined();
  return body;
}

const read = async (
  selection: object,
): Promise<{ filters: ShownFilter[]; products: { handle_s: string }[]; total: number }> =>
  readCollection(await readMetafield(), "power-tools", selection, select);
const handles = async (selection: object) =>
  (await read(selection)).products.map((product) => product.handle_s).sort();

test("the published filters name their fields, and the storefront may read them", async () => {
  const { solrFilters } = shop.owner;
  expect(await readMetafield()).toBeUndefined();
  const names = ["vendor", "price", "specs.material", "specs.colors"];
  for (const [order, name] of names.entries()) {
    await solrFilters.setActive({ name, active: true });
    const key = { id: collection, collection, name };
    await solrFilters.include(key);
    await solrFilters.updateSettings({ ...key, order, ...(name === "vendor" && { overwrite: "Brand" }) });
  }
  await solrFilters.updateSolr({ name: "specs.colors", type: "String", output: false, search: false });
  await solrFilters.updateOptions({
    id: collection,
    collection,
    filter: "specs.material",
    options: [
      { name: "Oak", order: 0, overwrite: "Solid oak", show: true },
      { name: "Steel", order: 1, overwrite: "", show: true },
    ],
  });
  const { jobId } = await solrFilters.updateCollections({});
  await shop.runJob(String(jobId));
  expect((await readMetafield())?.filters).toMatchObject([
    { name: "vendor", field: "vendor_s", dataType: "String", overwrite: "Brand" },
    { name: "price", field: "price_from_cents_l", fieldTo: "price_to_cents_l", dataType: "Integer" },
    { name: "specs.material", field: "specs_material_hidden_s", dataType: "String" },
    { name: "specs.colors", field: "specs_colors_hidden_ss", dataType: "String" },
  ]);
  // Another name in the index is another metafield, so the collection waits for an update.
  await solrFilters.updateSolr({ name: "specs.material", type: "String", output: true, search: false });
  expect((await solrFilters.definitions()).unpublished).toBe(1);
  await shop.runJob(String((await solrFilters.updateCollections({})).jobId));
});

test("the example shows the filters, and finds the products that are chosen", async () => {
  await shop.owner.connectors.solr.save({ ...solrSettings(shop), password: "solr-local-backroom-demo" });
  await shop.owner.solr.update();
  await runSync(SOLR);
  const { filters, total } = await read({});
  expect(total).toBe(3);
  expect(filters.map(({ caption, control }) => [caption, control])).toEqual([
    ["Brand", "Checkbox"],
    ["price", "Range"],
    ["specs.material", "Checkbox"],
    ["specs.colors", "Checkbox"],
  ]);
  expect(filters[2]?.options).toMatchObject([
    { value: "Oak", caption: "Solid oak", count: 1 },
    { value: "Steel", caption: "Steel", count: 2 },
  ]);
  expect(filters[3]?.options).toHaveLength(SHADES.length + 3);
  expect(await handles({ vendor: ['Pier "7"'] })).toEqual(["box"]);
  expect(await handles({ "specs.colors": ["Red", "Natural"] })).toEqual(["box", "drill"]);
  expect(await handles({ "specs.material": ["Steel"], price: { from: 10_000 } })).toEqual(["saw"]);
  expect(await handles({ price: { from: 2_000, to: 10_000 } })).toEqual(["box", "drill"]);
});

test("a chosen option narrows the other filters, and more options of its own can be chosen", async () => {
  const { filters } = await read({ vendor: ['Pier "7"'], price: { to: 10_000 } });
  const shown = filters.map(({ options }) => options.map(({ value, count }) => [value, count]));
  expect(shown).toEqual([
    [
      ["Harbor", 1],
      ['Pier "7"', 1],
    ],
    [["2900", 1]],
    [["Oak", 1]],
    [["Natural", 1]],
  ]);
});

test("the preview counts as the theme does, in the order that a person gave", async () => {
  const { solrFilters } = shop.owner;
  for (const name of ["availability", "option:size"]) {
    await solrFilters.setActive({ name, active: true });
    await solrFilters.include({ id: collection, collection, name });
  }
  const names = ["option:size", "availability", "specs.material"];
  await solrFilters.reorder({ id: collection, collection, names });
  const preview = await solrFilters.preview({ id: collection });
  expect(preview).toMatchObject({ total: 3, problem: null, isUnpublished: true });
  expect(preview.filters.map(({ caption }) => caption)).toEqual([
    "Size",
    "Availability",
    "specs.material",
    "Brand",
    "price",
    "specs.colors",
  ]);
  expect(preview.filters.slice(0, 2).map(({ options }) => options)).toEqual([
    expect.arrayContaining([
      { value: "S", caption: "S", count: 3 },
      { value: "M", caption: "M", count: 3 },
    ]),
    [
      { value: "true", caption: "In stock", count: 2 },
      { value: "false", caption: "Out of stock", count: 1 },
    ],
  ]);
  // The mirror counts the same.
  const { filters } = await solrFilters.collection({ id: collection });
  const optionsOf = (name: string) => filters.find(({ filter }) => filter.name === name)?.options;
  expect(optionsOf("availability")).toMatchObject([
    { name: "false", products: 1 },
    { name: "true", products: 2 },
  ]);
  expect(optionsOf("option:size")).toMatchObject([{ products: 3 }, { products: 3 }]);
  const other = await shop.addCollection("Another");
  await solrFilters.include({ id: other, collection: other, name: "vendor" });
  const { jobId } = await solrFilters.updateCollections({ collection });
  await shop.runJob(String(jobId));
  expect((await solrFilters.preview({ id: collection })).isUnpublished).toBe(false);
  expect((await solrFilters.preview({ id: other })).isUnpublished).toBe(true);
  // What a theme shows is what the preview showed.
  const { filters: ofTheme } = await read({});
  const shown = ofTheme.map(({ caption, options }) => [caption, options.length]);
  expect(ofTheme[1]?.options.map(({ caption }) => caption)).toEqual(["In stock", "Out of stock"]);
  expect(shown.slice(0, 3)).toEqual([
    ["Size", 2],
    ["Availability", 2],
    ["specs.material", 2],
  ]);
  expect(await handles({ availability: ["false"] })).toEqual(["box"]);
  await expect(solrFilters.reorder({ id: collection, collection, names: ["tags"] })).rejects.toMatchObject({
    status: 409,
  });
});

test("products without a type aren't an option without a name", async () => {
  const { solrFilters } = shop.owner;
  await solrFilters.setActive({ name: "product_type", active: true });
  await solrFilters.include({ id: collection, collection, name: "product_type" });
  await shop.runJob(String((await solrFilters.updateCollections({ collection })).jobId));
  const options = [{ value: "Saws", caption: "Saws", count: 1 }];
  const { filters } = await solrFilters.preview({ id: collection });
  expect(filters.find(({ name }) => name === "product_type")?.options).toEqual(options);
  const ofTheme = (await read({})).filters.find(({ caption }) => caption === "product_type");
  expect(ofTheme?.options).toMatchObject(options);
});

test("an active filter whose field no product has is marked, and waits on the desk", async () => {
  const { solrFilters, desk } = shop.owner;
  const marked = async () =>
    (await solrFilters.definitions()).filtersDef.flatMap(({ name, active, hasValues }) =>
      active && !hasValues ? name : [],
    );
  expect(await marked()).toEqual([]);
  await queryApp("UPDATE products SET metafields = metafields - 'specs.colors' WHERE shop = $1", [DEMO]);
  // As after the nightly rebuild of the mirror.
  await forgetMetafieldTypes();
  expect(await marked()).toEqual(["specs.colors"]);
  expect((await desk.open()).lines).toContainEqual(
    expect.objectContaining({ name: "search-filters-empty", count: 1 }),
  );
});
