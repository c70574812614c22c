/** What people change in the search engines themselves. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALGOLIA, type SearchShop, SOLR } from "../../support/search-engines.ts";
import { DEMO } from "../../support/test-shop.ts";
import {
  newestRun,
  numberedProducts,
  openSearchShop,
  readLog,
  runSync,
  stopDuringBatch,
  sync,
} from "./support.ts";

let search: SearchShop;

beforeAll(async () => {
  search = await openSearchShop("search_outside_changes", numberedProducts(3));
  await ALGOLIA.connect(search);
});
afterAll(() => search.shop.close());

const rank = async (ranking: string) =>
  search.shop.localStore.store.pool.query(
    "UPDATE algolia_indexes SET configuration = $1 WHERE shop = $2 AND name = 'products'",
    [JSON.stringify({ ranking: [ranking] }), DEMO],
  );

test("settings that change while a sync runs are those of the new live index", async () => {
  await sync(ALGOLIA, search.ann);
  await rank("price");
  await stopDuringBatch(search, ALGOLIA, 1);
  await rank("newest");
  await runSync(ALGOLIA);
  const { rows } = await search.shop.localStore.store.pool.query(
    "SELECT configuration FROM algolia_indexes WHERE shop = $1 AND name = 'products'",
    [DEMO],
  );
  expect(rows).toEqual([{ configuration: { ranking: ["newest"] } }]);
  expect(await ALGOLIA.countLive(search.shop)).toBe(3);
});

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
  const run = await newestRun(SOLR);
  expect(run).toMatchObject({ status: "Completed" });
  expect(await SOLR.listAside(search.shop)).toContain(first);
  expect(await readLog(SOLR, run?.id)).toContainEqual(["warning", expect.stringContaining(`${first}: `)]);
});
