/** The calls of SOLR and Algolia Sync, their settings, and what they refuse. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findText } from "../../guarantees/support/tables.ts";
import { signedInCalls } from "../../support/calls.ts";
import {
  ALGOLIA,
  algoliaSettings,
  type Calls,
  type SearchShop,
  SOLR,
  solrSettings,
} from "../../support/search-engines.ts";
import { DEMO, SECOND } from "../../support/test-shop.ts";
import { numberedProducts, openSearchShop, queryApp, runSync } from "./support.ts";

let search: SearchShop;
let ann: Calls;
let second: Calls;

beforeAll(async () => {
  search = await openSearchShop("search_calls", numberedProducts(4));
  ann = search.ann;
  second = await signedInCalls(search.shop, "1", SECOND);
});
beforeEach(async () => {
  await ALGOLIA.connect(search);
  await SOLR.connect(search);
});
afterAll(() => search.shop.close());

test("the SOLR status follows a sync from its start to its end", async () => {
  expect(await ann.solr.syncStatus()).toMatchObject({
    EventDate: null,
    completed: true,
    status: "Never synced",
    Notes: "",
    configured: true,
  });
  const { jobId, result } = await ann.solr.update();
  expect(result).toBe("The sync was started.");
  expect(await ann.solr.syncStatus()).toMatchObject({
    EventDate: expect.stringMatching(/^\d{4}-.*Z$/),
    completed: false,
    status: "Queued",
    jobId,
  });
  await expect(ann.solr.update()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("hasn't ended yet"),
  });
  await runSync(SOLR);
  expect(await ann.solr.syncStatus()).toMatchObject({
    completed: true,
    status: "Completed",
    Notes: "4 products sent, 4 products in the live index",
    failed: false,
    progress: 100,
    jobId,
  });
  const { rows } = await ann.activity.list({});
  expect(rows[0]).toMatchObject({ action: "solr.sync-started", jobId });

  await ann.connectors.solr.save({ ...solrSettings(search.shop), password: "wrong" });
  await ann.solr.update();
  await runSync(SOLR);
  expect(await ann.solr.syncStatus()).toMatchObject({
    completed: true,
    status: "Failed",
    failed: true,
    Notes: expect.stringContaining("Solr doesn't accept the user; the password; or what the user may do."),
  });
});

test("a product isn't sent where no search engine is set up", async () => {
  const [product] = await queryApp<{ id: string }>("SELECT id FROM products WHERE shop = $1 LIMIT 1", [DEMO]);
  for (const { name } of [ALGOLIA, SOLR]) {
    const seen = await ann.connectors[name].read();
    await ann.connectors[name].save({ ...seen, base_url: "" } as never);
  }
  await expect(ann.solr.send({ product: String(product?.id) })).rejects.toMatchObject({
    status: 409,
    message: "No search engine is set up for this shop. The account owner can do it on Settings.",
  });
});

test("Algolia's runs are listed with their logs, and the start is a sentence", async () => {
  expect(await ann.algolia.sync()).toBe("The sync was started.");
  await expect(ann.algolia.sync()).rejects.toMatchObject({ status: 409 });
  const jobId = await runSync(ALGOLIA);
  const { list, configured } = await ann.algolia.list();
  expect(configured).toBe(true);
  expect(list[0]).toMatchObject({
    fileName: jobId,
    status: "Completed",
    displayName: expect.stringMatching(/^Sync products to Algolia, \d{4}-/),
    duration: expect.any(Number),
    startedBy: "Olivia Owner",
  });
  const { json } = await ann.algolia.log({ f: jobId });
  expect(json.map(({ functionName, logLevel }) => [functionName, logLevel])).toEqual([
    ["begin", "info"],
    ["send", "info"],
    ["check", "info"],
    ["publish", "info"],
  ]);
  expect(json.at(-1)).toMatchObject({
    msg: "The live index was replaced. It has 4 products.",
    date: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  for (const f of [jobId, "../../etc/passwd"])
    await expect(second.algolia.log({ f })).rejects.toMatchObject({ status: 404 });
});

test("an unknown log has the title of the specification, and a page without access another one", async () => {
  const { readSearchPage } = await import("~/domain/search/search-page.server");
  const read = async (address: string, calls: Calls["algolia"]) => {
    const request = new Request(`https://app.example/algolia${address}`);
    const { page } = await readSearchPage(request, calls, "algolia");
    if (page.tab !== "syncs") throw new Error("Another tab was read.");
    return page;
  };
  const page = await read("?log=unknown", ann.algolia);
  expect(page.problem).toMatchObject({ title: "Error getting log file" });
  const nora = await signedInCalls(search.shop, "3");
  const refused = await read("", nora.algolia);
  expect(refused.problem).toMatchObject({ title: "Error getting logs" });
});

test("another shop isn't set up, has no syncs, and its sync is refused with what to do", async () => {
  expect((await second.algolia.list()).list).toEqual([]);
  expect(await second.solr.syncStatus()).toMatchObject({ status: "Never synced", configured: false });
  await expect(second.algolia.sync()).rejects.toMatchObject({
    status: 409,
    message: "Algolia isn't set up for this shop. The account owner can do it on Settings.",
  });
  await expect(second.solr.update()).rejects.toMatchObject({
    status: 409,
    message: "Solr isn't set up for this shop. The account owner can do it on Settings.",
  });
});

test("a shop whose products are still being read isn't synced", async () => {
  await second.connectors.algolia.save({
    ...algoliaSettings(search.shop),
    applicationId: "ALGOLIA-backroom-second",
    apiKey: "algolia-local-backroom-second",
  });
  await expect(second.algolia.sync()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("still being read from Shopify"),
  });
  const { algoliaSync } = await import("~/functions/algolia/sync.server");
  await algoliaSync.nightlySync.run(SECOND, new AbortController().signal);
  expect((await second.algolia.list()).list).toEqual([]);
});

test("a sync that is retried after a newer one is refused", async () => {
  await ann.connectors.algolia.save({ ...algoliaSettings(search.shop), apiKey: "wrong" });
  await ann.algolia.sync();
  const failed = await runSync(ALGOLIA);
  expect((await ann.algolia.list()).list[0]).toMatchObject({
    status: "Failed",
    reason: expect.stringContaining("Algolia doesn't accept the application ID or the API key"),
  });
  await ALGOLIA.connect(search);
  await ann.algolia.sync();
  await runSync(ALGOLIA);
  await ann.jobs.retry({ id: failed });
  await runSync(ALGOLIA);
  const retried = (await ann.algolia.list()).list.find(({ fileName }) => fileName === failed);
  expect(retried).toMatchObject({
    status: "Failed",
    reason: expect.stringContaining("A newer sync has started."),
  });
});

test("the connections are tested without an effect, and the secrets are stored encrypted", async () => {
  await queryApp("DELETE FROM search_indexes WHERE shop = $1", [DEMO]);
  expect(await ann.connectors.algolia.testConnection()).toEqual({
    status: true,
    msg: "Algolia accepts the application ID and the API key. The key has the rights that a sync needs. The index has 4 records. The key has the rights that the index inspector needs.",
    steps: ["Name", "Port", "Sign-in", "Rights", "Index", "Inspector"].map((name) => ({
      name,
      state: "passed",
      text: expect.any(String),
    })),
  });
  expect((await ann.connectors.solr.testConnection()).msg).toMatch(
    /^Solr accepts the user and the password\. The alias points to products_backroom_[0-9a-f]{32}\.$/,
  );
  expect(await ann.connectors.algolia.read()).toEqual({ ...algoliaSettings(search.shop), hasApiKey: true });
  expect(await ann.connectors.solr.read()).toEqual({ ...solrSettings(search.shop), hasPassword: true });
  expect(await findText("algolia-local-backroom-demo")).toEqual([]);
  expect(await findText("solr-local-backroom-demo")).toEqual([]);

  await ann.connectors.algolia.save({ ...algoliaSettings(search.shop), apiKey: "wrong" });
  expect(await ann.connectors.algolia.testConnection()).toMatchObject({
    status: false,
    msg: expect.stringContaining("doesn't accept the application ID or the API key"),
    steps: [
      { name: "Name", state: "passed", text: "localhost is 127.0.0.1." },
      { name: "Port", state: "passed" },
      { name: "Sign-in", state: "failed" },
      { name: "Rights", state: "skipped", text: "" },
      { name: "Index", state: "skipped" },
      { name: "Inspector", state: "skipped" },
    ],
  });
  await ann.connectors.algolia.save({
    ...algoliaSettings(search.shop),
    apiKey: "algolia-search-backroom-demo",
  });
  expect((await ann.connectors.algolia.testConnection()).msg).toBe(
    "The API key doesn't have the rights addObject, deleteObject, deleteIndex, listIndexes, settings, editSettings that syncs need. Change the key in Algolia, or enter another key.",
  );
  await ann.connectors.solr.save({ ...solrSettings(search.shop), password: "wrong" });
  expect(await ann.connectors.solr.testConnection()).toMatchObject({
    status: false,
    msg: expect.stringContaining("Solr doesn't accept the user, the password"),
  });
  await expect(ann.connectors.solr.save({ ...solrSettings(search.shop), shards: "0" })).rejects.toMatchObject(
    { status: 400 },
  );
});

test("an alias with the name of a collection is refused", async () => {
  const { pool } = search.shop.localStore.store;
  await pool.query("INSERT INTO solr_collections (shop, name, config_set) VALUES ($1, 'goods', '_default')", [
    DEMO,
  ]);
  await ann.connectors.solr.save({
    ...solrSettings(search.shop),
    collection: "goods",
    password: "solr-local-backroom-demo",
  });
  expect(await ann.connectors.solr.testConnection()).toMatchObject({
    status: false,
    msg: "Solr has a collection named goods. Enter another name for the alias.",
  });
  await ann.solr.update();
  await runSync(SOLR);
  expect(await ann.solr.syncStatus()).toMatchObject({
    status: "Failed",
    Notes: expect.stringContaining("Solr has a collection named goods"),
  });
});
