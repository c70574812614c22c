/** Definitions, and the filters of collections with their options, against the mirror and the local store. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { DEMO } from "../../support/test-shop.ts";
import { callsWith } from "../events/support.ts";
import { type FiltersShop, openFiltersShop } from "./support.ts";

let shop: FiltersShop;
let filters: FiltersShop["owner"]["solrFilters"];
let tools: string;
let gloves: string;

beforeAll(async () => {
  shop = await openFiltersShop("filters");
  filters = shop.owner.solrFilters;
  tools = await shop.addCollection("Tools");
  gloves = await shop.addCollection("Gloves");
  const color = (value: string) => ({
    namespace: "custom",
    key: "color",
    type: "single_line_text_field",
    value,
  });
  const voltage = { namespace: "specs", key: "voltages", type: "list.number_integer", value: "[18,12]" };
  await shop.addProduct({
    handle: "drill",
    vendor: "Harbor",
    product_type: "Drill",
    tags: ["new", "cordless"],
    metafields: [color("Red"), voltage],
    collections: [tools],
  });
  await shop.addProduct({
    handle: "saw",
    vendor: "Northline",
    tags: ["cordless"],
    metafields: [color("Blue"), { ...voltage, value: "[18]" }],
    collections: [tools],
  });
  await shop.addProduct({ handle: "draft", status: "DRAFT", vendor: "Hidden", collections: [tools] });
  await shop.addProduct({
    handle: "glove",
    vendor: "Weiß",
    metafields: [color("Green")],
    collections: [gloves],
  });
});
afterAll(() => shop.close());

const definitionOf = async (name: string) =>
  (await filters.definitions()).filtersDef.find((one) => one.name === name);
const namesOf = async (id: string) =>
  (await filters.collection({ id })).filters.map(({ filter }) => [filter.name, filter.included]);
const activate = (...names: string[]) =>
  Promise.all(names.map((name) => filters.setActive({ name, active: true })));
const auditActions = async () => (await shop.owner.activity.list({})).rows.map(({ action }) => action);

test("collections are the store's, by title, with Shopify's id", async () => {
  const { status, msg, collections } = await filters.collections({});
  expect(status).toBe(true);
  expect(msg).toBe(`${collections.length} collections found.`);
  expect(collections).toContainEqual({ id: `gid://shopify/Collection/${tools}`, title: "Tools" });
  const titles = collections.map(({ title }) => title);
  expect(titles.indexOf("Gloves")).toBeLessThan(titles.indexOf("Tools"));
});

test("definitions are the fields of products, and active ones come first", async () => {
  const { filtersDef, unpublished, lastUpdate } = await filters.definitions();
  expect(filtersDef.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["custom.color", "price", "product_type", "specs.voltages", "tags", "vendor"]),
  );
  expect(filtersDef.every(({ active }) => !active)).toBe(true);
  expect([unpublished, lastUpdate]).toEqual([0, null]);
  expect(await definitionOf("specs.voltages")).toMatchObject({
    type: "Integer",
    output: false,
    search: false,
  });
  expect(await definitionOf("price")).toMatchObject({ type: "Float", style: "Custom", custom: "Range" });

  const { msg, filter } = await filters.setActive({ name: "vendor", active: true });
  expect([msg, filter.active]).toEqual(["vendor is active.", true]);
  await filters.setActive({ name: "vendor", active: true });
  expect((await filters.definitions()).filtersDef[0]?.name).toBe("vendor");
  expect((await auditActions()).filter((action) => action === "searchFilter.active")).toHaveLength(1);
  await expect(filters.setActive({ name: "no.such", active: true })).rejects.toMatchObject({ status: 404 });
  expect((await shop.second.solrFilters.definitions()).filtersDef.filter(({ active }) => active)).toEqual([]);
});

test("a metafield that a changed product brings is listed immediately, with its type", async () => {
  await filters.definitions();
  const weight = { namespace: "specs", key: "weight", type: "weight", value: '{"value":2,"unit":"kg"}' };
  await shop.addProduct({ handle: "anvil", metafields: [weight] });
  expect(await definitionOf("specs.weight")).toMatchObject({ type: "Float" });
});

test("the settings of a definition need an active filter and the current version", async () => {
  await activate("tags");
  await expect(filters.updateUi({ name: "custom.color", order: 3 })).rejects.toMatchObject({
    status: 409,
    message: "custom.color isn't active. Activate it under Filters Definitions first.",
  });
  const { filter } = await filters.updateUi({ name: "tags", version: 0, overwrite: " Labels ", order: 5 });
  expect(filter).toMatchObject({ overwrite: "Labels", order: 5, version: 1, show: true });
  const stale = {
    status: 409,
    message: expect.stringMatching(/ changed this filter .*while you were editing it/),
  };
  await expect(filters.updateUi({ name: "tags", version: 0, order: 6 })).rejects.toMatchObject(stale);
  // The values again, as after a lost answer.
  expect((await filters.updateUi({ name: "tags", version: 0, order: 5 })).msg).toContain("have no changes");
  const solr = { name: "tags", version: 1, type: "Date", output: true, search: true } as const;
  expect((await filters.updateSolr(solr)).filter).toMatchObject({ ...solr, version: 2 });
  await expect(filters.updateSolr({ ...solr, output: false })).rejects.toMatchObject(stale);
  await expect(filters.updateSolr({ name: "custom.color", output: true })).rejects.toMatchObject({
    status: 409,
  });
  expect(await definitionOf("tags")).toMatchObject({ order: 5, type: "Date", output: true, version: 2 });
});

test.each([
  [{ style: "Custom" }, "Choose a Custom control"],
  [{ order: 1.5 }, "Enter the Order as a whole number"],
  [{ order: "2" }, "Enter the Order as a whole number"],
  [{ style: "Slider" }, "must be one of: Checkbox, Radio, Custom"],
  [{ overwrite: "x".repeat(101) }, "must be at most 100 characters"],
  [{ params: "x".repeat(1_001) }, "must be at most 1,000 characters"],
])("settings with %o are refused", async (settings, message) => {
  await activate("tags");
  const refused = filters.updateUi({ name: "tags", ...settings } as never);
  await expect(refused).rejects.toMatchObject({ status: 400, message: expect.stringContaining(message) });
});

test("the price is a range", async () => {
  await activate("price");
  await expect(filters.updateUi({ name: "price", style: "Radio" })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("Price can only be filtered by a range"),
  });
  const { filter } = await filters.updateUi({
    name: "price",
    customRange: true,
    customRangeButton: "Go",
    params: "step=10",
  });
  expect(filter).toMatchObject({ custom: "Range", customRange: true, customRangeButton: "Go" });
});

test("an included filter begins with its definition, keeps its settings when it is removed, and is first", async () => {
  await activate("tags", "vendor", "price");
  await filters.updateUi({ name: "tags", overwrite: "Labels", order: 5 });
  const key = { id: tools, collection: `gid://shopify/Collection/${tools}`, name: "tags" };
  const { msg, configuration } = await filters.include(key);
  expect(msg).toBe("tags is included.");
  expect(configuration.filter).toMatchObject({
    collection: tools,
    included: true,
    overwrite: "Labels",
    version: 1,
  });
  expect(configuration.options).toEqual([
    { name: "cordless", order: 0, overwrite: "", show: true, products: 2 },
    { name: "new", order: 0, overwrite: "", show: true, products: 1 },
  ]);
  expect((await filters.include(key)).msg).toBe("tags was included already.");
  expect((await namesOf(tools))[0]).toEqual(["tags", true]);
  expect(await namesOf(tools)).toContainEqual(["vendor", false]);

  await filters.updateSettings({ ...key, version: 1, counts: false, order: 2 });
  const removed = await filters.remove(key);
  expect(removed.configuration).toMatchObject({ filter: { included: false }, options: [] });
  expect((await filters.remove(key)).msg).toBe("tags wasn't included.");
  await expect(filters.updateSettings({ ...key, order: 3 })).rejects.toMatchObject({
    status: 409,
    message: "tags isn't included in this collection. Include it first.",
  });
  expect((await filters.include(key)).configuration.filter).toMatchObject({ order: 2, counts: false });
  const { rows } = await shop.owner.activity.list({});
  expect(rows[0]).toMatchObject({ action: "filterCollection.included" });
});

test("two people who edit one filter don't overwrite each other", async () => {
  await activate("vendor");
  const key = { id: tools, collection: tools, name: "vendor" };
  const { version } = (await filters.include(key)).configuration.filter;
  const { configuration } = await filters.updateSettings({ ...key, version, overwrite: "Brand" });
  expect(configuration.filter).toMatchObject({ overwrite: "Brand", version: version + 1 });
  const refusedFor = (who: RegExp) => ({ status: 409, message: expect.stringMatching(who) });
  const stale = refusedFor(/^You changed this filter in another window .*Your changes weren't saved/);
  await expect(filters.updateSettings({ ...key, version, overwrite: "Maker" })).rejects.toMatchObject(stale);
  const options = [{ name: "Harbor", order: 1, overwrite: "", show: true }];
  const change = { id: tools, collection: tools, filter: "vendor", options };
  await expect(filters.updateOptions({ ...change, version })).rejects.toMatchObject(stale);
  expect((await filters.updateOptions({ ...change, version: version + 1 })).msg).toContain("are saved");
  expect((await filters.updateOptions({ ...change, version: version + 1 })).msg).toContain("no changes");
  // Another filter's change is none of this one, and an order changes those that move.
  const late = { ...change, version, options: [{ name: "Harbor", order: 2, overwrite: "", show: true }] };
  await activate("tags");
  await filters.include({ ...key, name: "tags" });
  const { solrFilters: colleague } = await callsWith(shop, "3", ["showSolrFilters"]);
  await colleague.updateSettings({ ...key, name: "tags", overwrite: "Labels" });
  await expect(filters.updateOptions(late)).rejects.toMatchObject(stale);
  const others = (await namesOf(tools)).filter(([name, isIncluded]) => isIncluded && name !== "vendor");
  const names = others.map(([name]) => String(name));
  await colleague.reorder({ id: tools, collection: tools, names: ["vendor", ...names] });
  await expect(filters.updateOptions(late)).rejects.toMatchObject(
    refusedFor(/^Nora .* changed this filter while you were editing it/),
  );
});

test("options are the values of active products, and one that no product has any longer is kept", async () => {
  await activate("custom.color", "specs.voltages", "price");
  for (const name of ["custom.color", "specs.voltages", "price"])
    await filters.include({ id: tools, collection: tools, name });
  const optionsOf = async (name: string) =>
    (await filters.collection({ id: tools })).filters.find(({ filter }) => filter.name === name)?.options;
  expect(await optionsOf("specs.voltages")).toMatchObject([
    { name: "12", products: 1 },
    { name: "18", products: 2 },
  ]);
  expect(await optionsOf("price")).toEqual([]);
  const red = { name: "Red", order: 1, overwrite: "Ruby", show: false };
  const purple = { name: "Purple", order: 0, overwrite: "Violet", show: true };
  const change = { id: tools, collection: tools, filter: "custom.color" };
  await filters.updateOptions({ ...change, options: [red, purple] });
  expect(await optionsOf("custom.color")).toEqual([
    { name: "Blue", order: 0, overwrite: "", show: true, products: 1 },
    { ...purple, products: 0 },
    { ...red, products: 1 },
  ]);
  await filters.updateOptions({ ...change, options: [{ ...purple, overwrite: "" }] });
  expect((await optionsOf("custom.color"))?.map(({ name }) => name)).toEqual(["Blue", "Red"]);
  const { filters: withoutOptions } = await filters.collection({ id: tools, options: "false" });
  expect(withoutOptions.every(({ options }) => options.length === 0)).toBe(true);
  const price = { id: tools, collection: tools, filter: "price", options: [red] };
  await expect(filters.updateOptions(price)).rejects.toMatchObject({
    status: 400,
    message: "Price is filtered by a range, so it has no options.",
  });
});

test.each([
  { key: "codes", type: "list.single_line_text_field", text: (n: number) => `code ${n}`, same: "code 1001" },
  // "5.0" is the same option as "5".
  { key: "sizes", type: "list.number_decimal", text: (n: number) => `${n}.0`, same: "1001" },
])(
  "an option of $type with settings has its number of products, also behind the 1,000 options that are listed",
  async ({ key, type, text, same }) => {
    const id = await shop.addCollection(key);
    const values = (count: number, textOf: (n: number) => string) => ({
      namespace: "specs",
      key,
      type,
      value: JSON.stringify(Array.from({ length: count }, (_, n) => textOf(n))),
    });
    await shop.addProduct({ handle: `all-${key}`, metafields: [values(1_002, text)], collections: [id] });
    const most = values(1_000, (n) => text(n).replace(/\.0$/, ""));
    await shop.addProduct({ handle: `most-${key}`, metafields: [most], collections: [id] });
    await activate(`specs.${key}`);
    await filters.include({ id, collection: id, name: `specs.${key}` });
    const last = { name: same, order: 1, overwrite: "Last", show: true };
    await filters.updateOptions({ id, collection: id, filter: `specs.${key}`, options: [last] });
    const [row] = (await filters.collection({ id, optionsOf: `specs.${key}` })).filters;
    expect(row?.options).toHaveLength(1_001);
    expect(row?.options.filter(({ products }) => products === 2)).toHaveLength(1_000);
    expect(row?.options.at(-1)).toEqual({ ...last, products: 1 });
  },
);

test("a filter has settings for at most 2,000 options in a collection", async () => {
  const id = await shop.addCollection("Limits");
  await activate("custom.color");
  await filters.include({ id, collection: id, name: "custom.color" });
  const hide = (first: number, count: number) => {
    const options = Array.from({ length: count }, (_, n) => ({
      name: `${first + n}`,
      order: 0,
      overwrite: "",
      show: false,
    }));
    return filters.updateOptions({ id, collection: id, filter: "custom.color", options });
  };
  await hide(1, 1_000);
  await hide(1_001, 1_000);
  await expect(hide(2_001, 1)).rejects.toMatchObject({
    status: 400,
    message: "A filter can have settings for at most 2,000 options. Reset options to their defaults first.",
  });
});

test("an option of a measurement is the number that the Solr index has", async () => {
  const id = await shop.addCollection("Weights");
  const weight = (value: string) => ({ namespace: "specs", key: "weight", type: "weight", value });
  const values = ['{"value":2.5,"unit":"KILOGRAMS"}', '{"value":2.50,"unit":"KILOGRAMS"}'];
  for (const [n, value] of values.entries())
    await shop.addProduct({ handle: `weight-${n}`, metafields: [weight(value)], collections: [id] });
  expect(await definitionOf("specs.weight")).toMatchObject({ type: "Float" });
  await activate("specs.weight");
  const { configuration } = await filters.include({ id, collection: id, name: "specs.weight" });
  expect(configuration.options).toMatchObject([{ name: "2.5", products: 2 }]);
});

test("the dialog Update Options reads the options of its filter only, and says why it has none", async () => {
  const { readOptionsAnswer } = await import("~/functions/solrFilters/page-data.server");
  await activate("custom.color", "tags");
  for (const name of ["custom.color", "tags"])
    await filters.include({ id: gloves, collection: gloves, name });
  const { filters: rows } = await filters.collection({ id: gloves, optionsOf: "custom.color" });
  expect(rows.filter(({ options }) => options.length > 0).map(({ filter }) => filter.name)).toEqual([
    "custom.color",
  ]);
  const url = `https://app.example/solrFilters/options?collection=${gloves}&filter=custom.color`;
  const read = () => readOptionsAnswer(new Request(url), filters);
  expect(await read()).toMatchObject({ options: [{ name: "Green" }], version: 1, problem: null });
  await filters.remove({ id: gloves, collection: gloves, name: "custom.color" });
  expect(await read()).toMatchObject({
    options: [],
    problem: "Error getting filters: custom.color isn't included in this collection. Include it first.",
  });
  await filters.setActive({ name: "custom.color", active: false });
  expect((await read()).problem).toContain("custom.color isn't active.");
});

test("unknown collections, other ids in the body, and administrators without the flag are refused", async () => {
  await expect(filters.collection({ id: "999999999" })).rejects.toMatchObject({ status: 404 });
  await expect(filters.collection({ id: "tools" })).rejects.toMatchObject({ status: 400 });
  const key = { id: "999999999", collection: "999999999", name: "vendor" };
  for (const call of [filters.include, filters.remove])
    await expect(call(key)).rejects.toMatchObject({
      status: 404,
      message: "This collection doesn't exist in the store. Select another one.",
    });
  await expect(filters.include({ ...key, id: tools })).rejects.toMatchObject({
    status: 400,
    message: "collection must be the collection in the path.",
  });
  await filters.setActive({ name: "product_type", active: false });
  await expect(filters.include({ id: tools, collection: tools, name: "product_type" })).rejects.toMatchObject(
    {
      status: 409,
    },
  );
  // The other shop has none of these collections.
  await expect(
    shop.second.solrFilters.include({ ...key, id: tools, collection: tools }),
  ).rejects.toMatchObject({
    status: 404,
  });
  await signedInCalls(shop, "3");
  await grantAccess("3", ["showSalsifyDisplay"]);
  const nora = (await signedInCalls(shop, "3")).solrFilters;
  await expect(nora.definitions()).rejects.toMatchObject({ status: 403 });
});

test("the Solr index gets the active filters with their settings", async () => {
  await activate("custom.color", "vendor");
  await filters.updateSolr({ name: "custom.color", type: "String", output: true, search: true });
  const [{ searchFields }, { withShop }] = await Promise.all([
    import("~/domain/search/hooks.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const answers = await withShop(DEMO, (tx) => Promise.all(searchFields.all().map((read) => read(tx, DEMO))));
  expect(answers.flat()).toContainEqual({ name: "custom.color", type: "String", output: true, search: true });
  expect(answers.flat().map(({ name }) => name)).toContain("vendor");
});

test("without an answer of Shopify, the page says so and keeps the rest", async () => {
  const { readSolrFiltersPage } = await import("~/functions/solrFilters/page-data.server");
  shop.localStore.store.faults.setFor(DEMO, "CollectionsPage", { denied: 1 });
  const { definitions, collection, overview } = filters;
  const collections = () => filters.collections({ refresh: "true" });
  const failing = { definitions, collection, overview, collections } as unknown as typeof filters;
  const read = (query: string) =>
    readSolrFiltersPage(new Request(`https://app.example/solrFilters?${query}`), failing);
  const { page, headers } = await read("tab=collections");
  expect(page).toMatchObject({
    collections: [],
    problem: expect.stringMatching(/^Error getting collectionds: /),
  });
  expect(JSON.stringify(headers)).toContain("solrTab");
  expect((await read("tab=definitions")).page).toMatchObject({ tab: "definitions", problem: null });
  shop.localStore.store.faults.reset(DEMO);
  await filters.collections({ refresh: "true" });
});
