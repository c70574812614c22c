/** The list of collections with the state of their filters. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetMetafieldTypes } from "../../support/mirrors.ts";
import { DEMO } from "../../support/test-shop.ts";
import { type FiltersShop, openFiltersShop } from "./support.ts";

let shop: FiltersShop;
let filters: FiltersShop["owner"]["solrFilters"];
let tools: string;
let gloves: string;

beforeAll(async () => {
  shop = await openFiltersShop("filter-overview");
  filters = shop.owner.solrFilters;
  tools = await shop.addCollection("ZZ tools");
  gloves = await shop.addCollection("ZZ gloves");
  await shop.addCollection("ZZ belts");
  await filters.setActive({ name: "vendor", active: true });
  await filters.setActive({ name: "tags", active: true });
});
afterAll(() => shop.close());

const include = (id: string, name: string) => filters.include({ id, collection: id, name });
const shown = async (input: Parameters<typeof filters.overview>[0] = {}) =>
  (await filters.overview({ search: "zz ", ...input })).list.map(({ title }) => title);

async function publishAll(): Promise<void> {
  const { jobId } = await filters.updateCollections({});
  await shop.runJob(jobId ?? "");
}

test("collections with changes to publish are first, and each state is counted and shown alone", async () => {
  await include(gloves, "vendor");
  await publishAll();
  const before = (await filters.overview({})).counts;
  expect(before).toMatchObject({ filters: 1, unpublished: 0, empty: 0 });
  await include(tools, "vendor");
  await include(tools, "tags");
  expect(await shown()).toEqual(["ZZ tools", "ZZ gloves", "ZZ belts"]);
  const { list, counts, total } = await filters.overview({ search: "ZZ" });
  expect(list).toMatchObject([
    { id: tools, filters: 2, isUnpublished: true, publishedAt: null, emptyFilters: [] },
    { id: gloves, filters: 1, isUnpublished: false, publishedAt: expect.any(String) },
    { filters: 0, isUnpublished: false, publishedAt: null },
  ]);
  expect(total).toBe(3);
  expect(counts).toEqual({ ...before, filters: 2, unpublished: 1 });
  expect(await shown({ show: "unpublished" })).toEqual(["ZZ tools"]);
  expect(await shown({ show: "filters" })).toEqual(["ZZ tools", "ZZ gloves"]);
  // A filter that isn't active doesn't count.
  await filters.setActive({ name: "tags", active: false });
  expect((await filters.overview({ search: "ZZ tools" })).list).toMatchObject([{ filters: 1 }]);
});

test("a filter whose field no product has any longer is named", async () => {
  const worn = { namespace: "custom", key: "worn", type: "single_line_text_field", value: "Yes" };
  await shop.addProduct({ handle: "worn", metafields: [worn], collections: [gloves] });
  await filters.setActive({ name: "custom.worn", active: true });
  await include(gloves, "custom.worn");
  expect(await shown({ show: "empty" })).toEqual([]);
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE products SET metafields = '{}' WHERE shop = $1", [DEMO]);
  // As after the next reading of all products.
  await forgetMetafieldTypes();
  const { list, counts } = await filters.overview({ show: "empty" });
  expect(list).toMatchObject([{ id: gloves, filters: 2, emptyFilters: ["custom.worn"] }]);
  expect(counts.empty).toBe(1);
});
