/** Copying filters to other collections, against the mirror and the local store. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FiltersShop, openFiltersShop } from "./support.ts";

let shop: FiltersShop;
let filters: FiltersShop["owner"]["solrFilters"];
let tools: string;

beforeAll(async () => {
  shop = await openFiltersShop("filter-copies");
  filters = shop.owner.solrFilters;
  tools = await shop.addCollection("Tools");
  await shop.addProduct({
    handle: "drill",
    vendor: "Harbor",
    tags: ["new", "cordless"],
    metafields: [{ namespace: "custom", key: "color", type: "single_line_text_field", value: "Red" }],
    collections: [tools],
  });
});
afterAll(() => shop.close());

const namesOf = async (id: string) =>
  (await filters.collection({ id })).filters.map(({ filter }) => [filter.name, filter.included]);
const activate = (...names: string[]) =>
  Promise.all(names.map((name) => filters.setActive({ name, active: true })));

test("a copy replaces these filters of the chosen collections, and no others", async () => {
  await activate("vendor", "tags", "custom.color");
  const target = await shop.addCollection("Target");
  const same = await shop.addCollection("Same");
  await filters.include({ id: target, collection: target, name: "custom.color" });
  await filters.include({ id: target, collection: target, name: "vendor" });
  const vendors = [{ name: "Harbor", order: 9, overwrite: "", show: true }];
  await filters.updateOptions({ id: target, collection: target, filter: "vendor", options: vendors });
  const copied = { name: "vendor", collection: tools, included: true, overwrite: "Brand", order: 4 } as const;
  const request = {
    filters: [copied, { ...copied, name: "tags", included: false }],
    collections: [target, same].map((id) => ({ id: `gid://shopify/Collection/${id}`, title: "" })),
  };
  expect((await filters.copy(request)).msg).toBe("1 filter copied to 2 collections: 2 changed.");
  expect((await filters.copy(request)).msg).toBe(
    "1 filter copied to 2 collections: 0 changed. 2 were the same already.",
  );
  const rows = (await filters.collection({ id: target })).filters;
  const [color, vendor] = ["custom.color", "vendor"].map((name) =>
    rows.find(({ filter }) => filter.name === name),
  );
  expect(color?.filter).toMatchObject({ included: true, overwrite: "" });
  expect(vendor).toMatchObject({ filter: { included: true, overwrite: "Brand", order: 4 } });
  expect(vendor?.options).toMatchObject([{ name: "Harbor", order: 9, products: 0 }]);
  expect(await namesOf(same)).toContainEqual(["vendor", true]);
  expect(await namesOf(same)).toContainEqual(["tags", false]);
  const { rows: entries } = await shop.owner.activity.list({});
  const copies = entries.filter(({ action }) => action === "filterCollection.copied");
  expect(copies).toHaveLength(2);
  // What was replaced can be seen afterwards.
  const changes = copies.find(({ subject }) => subject.id === target)?.changes;
  expect(changes).toContainEqual({ field: "Vendor: Order", before: "0", after: "4" });

  const refused = (changes: object) => filters.copy({ ...request, ...changes });
  await expect(refused({ filters: [{ ...copied, included: false }] })).rejects.toMatchObject({ status: 400 });
  await expect(refused({ collections: [{ id: tools, title: "Tools" }] })).rejects.toMatchObject({
    status: 400,
    message: "Choose other collections than the one that you copy from.",
  });
  const [first] = request.collections;
  const gone = [first, { id: "999999999", title: "Gone" }];
  await expect(refused({ collections: gone })).rejects.toMatchObject({
    status: 404,
    message:
      "The collection Gone doesn't exist in the store. Nothing was copied. Leave it out and try again.",
  });
  const inactive = { filters: [{ ...copied, name: "product_type" }] };
  await expect(refused(inactive)).rejects.toMatchObject({ status: 409 });
});

test("settings that a copy omits stay in a collection, and are the definition's in one that gets the filter", async () => {
  await activate("price");
  await filters.updateUi({ name: "price", customRange: true, customRangeButton: "Apply" });
  const [target, fresh] = [await shop.addCollection("Has a range"), await shop.addCollection("Has none")];
  const key = { id: target, collection: target, name: "price" };
  await filters.include(key);
  await filters.updateSettings({ ...key, customRange: false, customRangeButton: "Go" });
  // The settings that the specification's call has.
  const copied = {
    name: "price",
    collection: tools,
    included: true,
    overwrite: "Cost",
    order: 2,
    show: true,
    style: "Custom",
    counts: true,
    custom: "Range",
    params: "",
    clear: "",
    expand: false,
    optionFinder: false,
  } as const;
  const collections = [target, fresh].map((id) => ({ id, title: "" }));
  await filters.copy({ filters: [copied], collections });
  const priceOf = async (id: string) =>
    (await filters.collection({ id })).filters.find(({ filter }) => filter.name === "price")?.filter;
  const range = { overwrite: "Cost", order: 2, included: true };
  expect(await priceOf(target)).toMatchObject({ ...range, customRange: false, customRangeButton: "Go" });
  expect(await priceOf(fresh)).toMatchObject({ ...range, customRange: true, customRangeButton: "Apply" });
  const unfit = { filters: [{ ...copied, custom: "" as const }], collections };
  await expect(filters.copy(unfit)).rejects.toMatchObject({ status: 400 });
});
