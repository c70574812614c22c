/** Publishing: the metafields in the store, skipped and failed collections, and what counts as unpublished. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { SyncContext } from "~/core/syncs/define-sync.server";
import { jobRows } from "../../support/jobs.ts";
import { forgetMetafieldTypes } from "../../support/mirrors.ts";
import { DEMO } from "../../support/test-shop.ts";
import { type FiltersShop, openFiltersShop } from "./support.ts";

let shop: FiltersShop;
let filters: FiltersShop["owner"]["solrFilters"];

beforeAll(async () => {
  shop = await openFiltersShop("filters_publish");
  filters = shop.owner.solrFilters;
  for (const name of ["vendor", "tags"]) await filters.setActive({ name, active: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  shop.localStore.store.faults.reset(DEMO);
});
afterAll(() => shop.close());

/** Adds a collection that includes vendor. */
async function addConfigured(title: string): Promise<string> {
  const id = await shop.addCollection(title);
  await filters.include({ id, collection: id, name: "vendor" });
  return id;
}

/** Publishes what isn't published. @returns the items of the job by their labels */
async function publish() {
  const { jobId } = await filters.updateCollections({});
  if (!jobId) return null;
  await shop.runJob(jobId);
  return { jobId, ...(await outcomesOf(jobId)) };
}

async function outcomesOf(jobId: string) {
  const rows = await jobRows(jobId);
  return Object.fromEntries(rows.map(({ label, ...outcome }) => [label, outcome]));
}

const state = async () => {
  const { unpublished, lastUpdate } = await filters.definitions();
  return { unpublished, status: lastUpdate?.status, isRunning: lastUpdate?.isRunning };
};

test("a collection's active filters are in its metafield, and an unchanged collection is left alone", async () => {
  const id = await addConfigured("First");
  const key = { id, collection: id, name: "vendor" };
  await filters.include({ ...key, name: "tags" });
  await filters.updateSettings({ ...key, overwrite: "Brand", order: 1, params: "x", custom: "Range" });
  const options = [{ name: "Harbor", order: 2, overwrite: "Harbour", show: false }];
  await filters.updateOptions({ id, collection: id, filter: "vendor", options });
  expect(await state()).toMatchObject({ unpublished: 1 });
  expect(await publish()).toMatchObject({ First: { state: "done", message: "2 filters published." } });
  expect(await state()).toEqual({ unpublished: 0, status: "Completed", isRunning: false });
  const { version, filters: list } = (await shop.published(id)) ?? { version: 0, filters: [] };
  expect(version).toBeGreaterThan(0);
  expect(list).toMatchObject([
    { name: "tags", options: [] },
    { name: "vendor", overwrite: "Brand", order: 1, params: "", custom: "", options },
  ]);

  const { msg, jobId } = await filters.updateCollections({});
  expect([msg, jobId]).toEqual(["All collections have their current filters.", null]);
  await filters.updateSettings({ ...key, order: 2 });
  await filters.updateSettings({ ...key, order: 1 });
  expect(await publish()).toMatchObject({ First: { state: "skipped" } });
  expect((await shop.published(id))?.version).toBe(version);
  expect((await state()).unpublished).toBe(0);

  // An inactive filter leaves the metafield, and stays in the collection.
  await filters.setActive({ name: "tags", active: false });
  expect((await state()).unpublished).toBe(1);
  await publish();
  expect((await shop.published(id))?.filters.map(({ name }) => name)).toEqual(["vendor"]);
  await filters.setActive({ name: "tags", active: true });
  await filters.remove(key);
  await publish();
  expect((await shop.published(id))?.filters.map(({ name }) => name)).toEqual(["tags"]);
});

test("30 collections are published in two calls", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 30; n += 1) ids.push(await addConfigured(`Many ${n}`));
  const { counters } = shop.localStore.store;
  const before = counters.of(DEMO).requests.MetafieldsSet ?? 0;
  await publish();
  expect((counters.of(DEMO).requests.MetafieldsSet ?? 0) - before).toBe(2);
  for (const id of ids) expect(await shop.published(id)).toMatchObject({ filters: [{ name: "vendor" }] });
});

test("a collection that Shopify refuses fails alone, stays unpublished, and is published by a retry", async () => {
  const ids = [await addConfigured("Refused A"), await addConfigured("Refused B")];
  const { faults } = shop.localStore.store;
  faults.setFor(DEMO, "MetafieldsSet", { userError: 0.5 });
  // The call with both is refused, then one of the two calls with one.
  vi.spyOn(faults, "nextRandom").mockReturnValue(0.9).mockReturnValueOnce(0).mockReturnValueOnce(0);
  const { jobId = "", ...outcomes } = (await publish()) ?? {};
  const states = Object.values(outcomes as Record<string, { state: string; message: string }>);
  expect(states.map((outcome) => outcome.state).toSorted()).toEqual(["done", "failed"]);
  expect(states.find((outcome) => outcome.state === "failed")?.message).toMatch(
    /^Shopify didn't store the filters: /,
  );
  expect(await state()).toEqual({ unpublished: 1, status: "Completed, 1 failed", isRunning: false });
  expect((await Promise.all(ids.map(shop.published))).filter(Boolean)).toHaveLength(1);
  vi.restoreAllMocks();
  faults.reset(DEMO);
  await shop.owner.jobs.retry({ id: String(jobId) });
  await shop.runJob(String(jobId));
  expect(await state()).toMatchObject({ unpublished: 0, status: "Completed" });
  for (const id of ids) expect(await shop.published(id)).toMatchObject({ filters: [{ name: "vendor" }] });
});

test("a lost answer leaves the collection unpublished, and the next update writes it again", async () => {
  const id = await addConfigured("Lost");
  const { faults } = shop.localStore.store;
  faults.setFor(DEMO, "MetafieldsSet", { cutAfterCommit: 1 });
  expect(await publish()).toMatchObject({ Lost: { state: "failed" } });
  expect((await state()).unpublished).toBe(1);
  faults.reset(DEMO);
  // Shopify has the filters, which isn't known.
  expect(await publish()).toMatchObject({ Lost: { state: "done" } });
  expect(await shop.published(id)).toMatchObject({ filters: [{ name: "vendor" }] });
});

test("a retry publishes the field that a metafield has now", async () => {
  const id = await shop.addCollection("Retyped");
  const color = { namespace: "custom", key: "color" };
  const one = { ...color, type: "single_line_text_field", value: "Red" };
  await shop.addProduct({ handle: "retyped", metafields: [one], collections: [id] });
  await filters.setActive({ name: "custom.color", active: true });
  await filters.include({ id, collection: id, name: "custom.color" });
  const { faults } = shop.localStore.store;
  faults.setFor(DEMO, "MetafieldsSet", { userError: 1 });
  const { jobId = "" } = (await publish()) ?? {};
  faults.reset(DEMO);
  const several = { ...color, type: "list.single_line_text_field", value: '["Red"]' };
  await shop.addProduct({ handle: "retyped-too", metafields: [several], collections: [id] });
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE products SET metafields = '{}' WHERE shop = $1 AND handle = 'retyped'", [
    DEMO,
  ]);
  await forgetMetafieldTypes();
  await shop.owner.jobs.retry({ id: String(jobId) });
  await shop.runJob(String(jobId));
  expect((await shop.published(id))?.filters).toMatchObject([{ field: "custom_color_hidden_ss" }]);
  await filters.setActive({ name: "custom.color", active: false });
  await publish();
});

test("a refused definition of the metafield doesn't fail the collections after it", async () => {
  const id = await addConfigured("Defined");
  const { jobId } = await filters.updateCollections({});
  const { publishCollection } = await import("~/functions/solrFilters/publish/publish-filters.server");
  const { signal } = new AbortController();
  const context = { shop: DEMO, jobId, signal, log: async () => {} } as unknown as SyncContext;
  const step = () => publishCollection({ collectionId: Number(id), title: "Defined" }, context);
  const { faults } = shop.localStore.store;
  faults.setFor(DEMO, "MetafieldDefinitionCreate", { userError: 1 });
  await expect(step()).rejects.toMatchObject({ status: 502 });
  faults.reset(DEMO);
  expect(await step()).toMatchObject({ state: "done" });
  await shop.runJob(jobId ?? "");
});

test("one update runs at a time, and a change in the meantime counts as unpublished", async () => {
  const id = await addConfigured("Running");
  const { jobId } = await filters.updateCollections({});
  expect(await state()).toMatchObject({ unpublished: 1, isRunning: true });
  await expect(filters.updateCollections({})).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("hasn't ended yet"),
  });
  const { counters } = shop.localStore.store;
  const count = counters.mutation.bind(counters);
  let change: Promise<unknown> | undefined;
  counters.mutation = (domain, mutation, owner, changed) => {
    count(domain, mutation, owner, changed);
    change ??= filters.include({ id, collection: id, name: "tags" });
  };
  await shop.runJob(jobId ?? "");
  counters.mutation = count;
  await change;
  expect(await state()).toMatchObject({ unpublished: 1, isRunning: false });
  await publish();
  expect((await shop.published(id))?.filters).toHaveLength(2);
});

test("an update that ends after a newer one doesn't store what it has published", async () => {
  const id = await addConfigured("Overtaken");
  const { counters } = shop.localStore.store;
  const count = counters.mutation.bind(counters);
  const { database } = await import("~/platform/db/pool.server");
  const query = (text: string) => database().query(text, [DEMO, id]);
  const where = "WHERE shop = $1 AND collection_id = $2";
  let newer: Promise<unknown> | undefined;
  counters.mutation = (...mutation) => {
    count(...mutation);
    newer ??= query(
      `UPDATE filter_collections SET revision = revision + 1, published_revision = revision + 1, digest = 'newer' ${where}`,
    );
  };
  await publish();
  counters.mutation = count;
  await newer;
  const { rows } = await query(
    `SELECT revision = published_revision AS is_newest, digest FROM filter_collections ${where}`,
  );
  expect(rows).toEqual([{ is_newest: true, digest: "newer" }]);
});

test("a late call of a process that lost its job doesn't replace what another one has written", async () => {
  const id = await addConfigured("Late");
  const { faults } = shop.localStore.store;
  let release = () => {};
  faults.setFor(DEMO, "MetafieldsSet", { latencyMs: 1 });
  const wait = vi.spyOn(faults, "wait").mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  );
  const { jobId } = await filters.updateCollections({});
  const { publishCollection } = await import("~/functions/solrFilters/publish/publish-filters.server");
  const { signal } = new AbortController();
  const context = { shop: DEMO, jobId, signal, log: async () => {} } as unknown as SyncContext;
  const late = publishCollection({ collectionId: Number(id), title: "Late" }, context);
  await expect.poll(() => wait.mock.calls.length).toBe(1);
  await filters.include({ id, collection: id, name: "tags" });
  await shop.runJob(jobId ?? "");
  release();
  expect(await late).toMatchObject({ state: "skipped" });
  expect((await shop.published(id))?.filters).toHaveLength(2);
  expect((await state()).unpublished).toBe(0);
});

test("open pages load again when an update has ended, and not after each collection", async () => {
  await addConfigured("Watched");
  const { database } = await import("~/platform/db/pool.server");
  const lists: string[] = [];
  const { counters } = shop.localStore.store;
  const count = counters.mutation.bind(counters);
  counters.mutation = (...mutation) => {
    count(...mutation);
    const query = database().query.bind(database()) as (...values: unknown[]) => unknown;
    vi.spyOn(database(), "query").mockImplementation(((...values: unknown[]) => {
      lists.push(
        ...(/"list":"([^"]+)"/.exec(JSON.stringify(values[1] ?? "").replaceAll("\\", ""))?.slice(1) ?? []),
      );
      return query(...values);
    }) as never);
    counters.mutation = count;
  };
  await publish();
  const { syncsListOf } = await import("~/core/syncs/sync");
  await expect.poll(() => lists).toContain(syncsListOf("solrFilters"));
  expect(lists).not.toContain("solrFilters");
});

test("what is stored for a collection that was deleted in Shopify is removed", async () => {
  const id = await addConfigured("Deleted");
  const other = await addConfigured("Other");
  await shop.deleteCollection(id);
  expect(await publish()).toMatchObject({
    Deleted: { state: "skipped", message: "The collection was deleted in Shopify." },
    Other: { state: "done" },
  });
  expect(await shop.published(other)).toMatchObject({ filters: [{ name: "vendor" }] });
  expect((await state()).unpublished).toBe(0);
  const { rows } = await shop.owner.activity.list({});
  expect(rows.map(({ action }) => action)).toContain("filterCollection.deleted");
});

test("the other shop has nothing to publish", async () => {
  await addConfigured("Own");
  expect((await shop.second.solrFilters.updateCollections({})).jobId).toBeNull();
  await publish();
});
