/** Records as large as Algolia's largest plan takes them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALGOLIA, algoliaSettings, type SearchShop } from "../../support/search-engines.ts";
import { DEMO } from "../../support/test-shop.ts";
import { numberedProducts, openSearchShop, sync, syncOf } from "./support.ts";

/** Together they are more than the list of an application's indexes. */
const COUNT = 110;

let search: SearchShop;
beforeAll(async () => {
  search = await openSearchShop(
    "search_large_records",
    numberedProducts(COUNT, { body_html: "Long. ".repeat(10_000) }),
  );
  search.shop.localStore.store.faults.set(DEMO, { algoliaRecordBytes: 100_000 });
  await search.ann.connectors.algolia.save({
    ...algoliaSettings(search.shop),
    recordKb: "100",
    apiKey: "algolia-local-backroom-demo",
  });
});
afterAll(() => search.shop.close());

test("they are compared with the catalog", async () => {
  await sync(ALGOLIA, search.ann);
  const { jobId } = await search.ann.algolia.compare();
  const [{ runJob }, { comparison }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    syncOf(ALGOLIA),
  ]);
  await runJob(DEMO, jobId, new Map([[comparison.job.name, comparison.job]]), new AbortController().signal);
  const { run, result } = await search.ann.algolia.comparison();
  expect(run?.reason).toBeNull();
  expect(result).toMatchObject({ same: COUNT, different: 0, missing: 0 });
});
