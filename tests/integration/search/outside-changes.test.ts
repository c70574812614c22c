/** What people do in the search engine itself while syncs run, and what a sync keeps of it. */
import type { SynonymHit } from "algoliasearch";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALGOLIA, algoliaClient, type SearchShop, SOLR } from "../../support/search-engines.ts";
import { DEMO } from "../../support/test-shop.ts";
import {
  newestSync,
  numberedProducts,
  openSearchShop,
  readLog,
  runSync,
  stopDuringBatch,
  sync,
} from "./support.ts";

let search: SearchShop;
let client: ReturnType<typeof algoliaClient>;
const index = { indexName: "products" };

beforeAll(async () => {
  search = await openSearchShop("search_outside_changes", numberedProducts(3));
  client = algoliaClient(search.shop);
  await ALGOLIA.connect(search);
});
afterAll(() => search.shop.close());

const applied = async (change: Promise<{ taskID: number }>) =>
  client.waitForTask({ ...index, taskID: (await change).taskID });
const setSettings = (indexSettings: object) => applied(client.setSettings({ ...index, indexSettings }));

test("a first index can be filtered by what shoppers filter by", async () => {
  await search.ann.solrFilters.setActive({ name: "vendor", active: true });
  await sync(ALGOLIA, search.ann);
  const { attributesForFaceting } = await client.getSettings(index);
  expect(attributesForFaceting).toEqual([
    "searchable(vendor)",
    "searchable(productType)",
    "searchable(tags)",
    "searchable(collections)",
    "collectionHandles",
    "available",
    "priceFromCents",
    "priceToCents",
  ]);
  const { hits } = await client.searchSingleIndex<{ handle: string }>({
    ...index,
    searchParams: { filters: "priceFromCents:1001 TO 1002", facets: ["priceFromCents"] },
  });
  expect(hits.map(({ handle }) => handle).sort()).toEqual(["nut-1", "nut-2"]);
});

test("a sync keeps settings, rules, synonyms, replicas, mode and re-ranking", async () => {
  const settings = {
    attributesForFaceting: ["vendor"],
    customRanking: ["desc(priceFromCents)"],
    replicas: ["products_cheap"],
    mode: "neuralSearch",
    enableReRanking: false,
  } as const;
  await setSettings(settings);
  const cheap = { indexName: "products_cheap" };
  const { taskID } = await client.setSettings({
    ...cheap,
    indexSettings: { customRanking: ["asc(priceFromCents)"] },
  });
  await client.waitForTask({ ...cheap, taskID });
  const synonym: SynonymHit = { objectID: "screw", type: "synonym", synonyms: ["nut", "mutter"] };
  await applied(client.saveSynonym({ ...index, objectID: "screw", synonymHit: synonym }));
  const rule = { objectID: "sale", consequence: { params: { filters: "tags:sale" } } };
  await applied(client.saveRule({ ...index, objectID: "sale", rule }));

  await sync(ALGOLIA, search.ann);
  expect(await newestSync(ALGOLIA)).toMatchObject({ status: "Completed" });
  expect(await client.getSettings(index)).toMatchObject(settings);
  expect(await client.getSynonym({ ...index, objectID: "screw" })).toEqual(synonym);
  expect(await client.getRule({ ...index, objectID: "sale" })).toEqual(rule);
  const handles = async (of: { indexName: string }) => {
    const { hits } = await client.searchSingleIndex<{ handle: string }>({
      ...of,
      searchParams: { query: "mutter" },
    });
    return hits.map(({ handle }) => handle);
  };
  expect(await handles(index)).toEqual(["nut-2", "nut-1", "nut-0"]);
  // The replica has the new records in its own order.
  expect((await client.getSettings(cheap)).primary).toBe("products");
  const { hits } = await client.searchSingleIndex<{ handle: string }>(cheap);
  expect(hits.map(({ handle }) => handle)).toEqual(["nut-0", "nut-1", "nut-2"]);
  expect(await ALGOLIA.listAside(search.shop)).toEqual([]);
});

test("settings that change while a sync runs are those of the new live index", async () => {
  await setSettings({ customRanking: ["asc(title)"] });
  await stopDuringBatch(search, ALGOLIA, 1);
  await setSettings({ customRanking: ["desc(title)"], enableReRanking: true });
  await runSync(ALGOLIA);
  expect(await client.getSettings(index)).toMatchObject({
    customRanking: ["desc(title)"],
    enableReRanking: true,
    replicas: ["products_cheap"],
  });
  expect(await ALGOLIA.countLive(search.shop)).toBe(3);
});

test("a key that may only search fails the sync with the rights that it needs", async () => {
  await search.ann.connectors.algolia.save({
    ...(await settingsOf()),
    apiKey: "algolia-search-backroom-demo",
  });
  await sync(ALGOLIA, search.ann);
  expect(await newestSync(ALGOLIA)).toMatchObject({
    status: "Failed",
    reason: expect.stringContaining(
      "addObject, deleteObject, deleteIndex, listIndexes, settings, editSettings",
    ),
  });
  await ALGOLIA.connect(search);
});

/** Without the flag that a card shows, as a caller sends them that doesn't know the newest field. */
async function settingsOf() {
  const { hasApiKey: _flag, ...settings } = await search.ann.connectors.algolia.read({});
  return settings;
}

test("a collection that another alias uses is kept, and the sync continues", async () => {
  await SOLR.connect(search);
  await sync(SOLR, search.ann);
  const [first] = await SOLR.listAside(search.shop);
  await search.shop.localStore.store.pool.query(
    "INSERT INTO solr_aliases (shop, alias, collection) VALUES ($1, 'backup', $2)",
    [DEMO, first],
  );
  await sync(SOLR, search.ann);
  await sync(SOLR, search.ann);
  const newest = await newestSync(SOLR);
  expect(newest).toMatchObject({ status: "Completed" });
  expect(await SOLR.listAside(search.shop)).toContain(first);
  expect(await readLog(SOLR, newest?.id)).toContainEqual(["warning", expect.stringContaining(`${first}: `)]);
});
