import { algoliasearch } from "algoliasearch";
import type { signedInCalls } from "./calls.ts";
import { DEMO, type TestShop } from "./test-shop.ts";

export type Calls = Awaited<ReturnType<typeof signedInCalls>>;

/** A test shop whose products the mirror has. */
export interface SearchShop {
  shop: TestShop;
  /** The owner's. */
  ann: Calls;
}

/** A search engine in the tests: how it is set up, started and read. */
export interface TestEngine {
  name: "algolia" | "solr";
  connect(search: SearchShop): Promise<unknown>;
  start(ann: Calls): Promise<unknown>;
  /** What the live index has by its own search, or null without one. */
  countLive(shop: TestShop): Promise<number | null>;
  /** The documents of the live index by id. */
  readLive(shop: TestShop): Promise<Map<string, Record<string, unknown>>>;
  /** The indexes that syncs have built aside. */
  listAside(shop: TestShop): Promise<string[]>;
  /** Removes a document from an index behind the engine's back. */
  lose(shop: TestShop, index: string): Promise<void>;
  /** Of a batch, as the local store counts it. */
  batch: string;
  serverError: "algoliaServerError" | "solrServerError";
  refused: "algoliaRefused" | "solrRefused";
  timeout: "algoliaTimeoutAfterCommit" | "solrTimeoutAfterCommit";
}

const ASIDE = /^products_backroom_[0-9a-f]{32}$/;

export const algoliaSettings = ({ localStore }: TestShop) => ({
  base_url: `${localStore.url}/algolia`,
  applicationId: "ALGOLIA-backroom-demo",
  indexName: "products",
  recordKb: "10",
});
export const solrSettings = ({ localStore }: TestShop) => ({
  base_url: `${localStore.url}/solr`,
  collection: "products",
  configSet: "_default",
  shards: "1",
  replicas: "1",
  user: "backroom",
});

/** Algolia's own client. @param key everything is allowed unless it is another one */
export const algoliaClient = (
  { localStore }: Pick<TestShop, "localStore">,
  key = "algolia-local-backroom-demo",
) =>
  algoliasearch("ALGOLIA-backroom-demo", key, {
    hosts: [
      { url: `${localStore.url.replace(/^http:\/\//, "")}/algolia`, protocol: "http", accept: "readWrite" },
    ],
  });

async function readJson(shop: TestShop, path: string) {
  const response = await fetch(`${shop.localStore.url}${path}`);
  return response.json();
}

export const ALGOLIA: TestEngine = {
  name: "algolia",
  connect: ({ shop, ann }) =>
    ann.connectors.algolia.save({ ...algoliaSettings(shop), apiKey: "algolia-local-backroom-demo" }),
  start: (ann) => ann.algolia.sync(),
  async countLive(shop) {
    const response = await fetch(`${shop.localStore.url}/algolia/1/indexes/products/query`, {
      method: "POST",
      headers: {
        "x-algolia-application-id": "ALGOLIA-backroom-demo",
        "x-algolia-api-key": "algolia-local-backroom-demo",
        "content-type": "application/json",
      },
      body: JSON.stringify({ query: "", hitsPerPage: 0 }),
    });
    return response.status === 404 ? null : (await response.json()).nbHits;
  },
  async readLive(shop) {
    const { hits } = await readJson(shop, `/algolia.json?shop=${DEMO}&index=products`);
    return new Map(hits.map((hit: { objectID: string }) => [hit.objectID, hit]));
  },
  async listAside(shop) {
    const { indexes } = await readJson(shop, `/algolia.json?shop=${DEMO}`);
    return indexes.map(({ name }: { name: string }) => name).filter((name: string) => ASIDE.test(name));
  },
  async lose(shop, index) {
    await shop.localStore.store.pool.query(
      `DELETE FROM algolia_records WHERE index_name = $1 AND object_id =
         (SELECT min(object_id) FROM algolia_records WHERE index_name = $1)`,
      [index],
    );
  },
  batch: "algolia.batch",
  serverError: "algoliaServerError",
  refused: "algoliaRefused",
  timeout: "algoliaTimeoutAfterCommit",
};

export const SOLR: TestEngine = {
  name: "solr",
  connect: ({ shop, ann }) =>
    ann.connectors.solr.save({ ...solrSettings(shop), password: "solr-local-backroom-demo" }),
  start: (ann) => ann.solr.update(),
  async countLive(shop) {
    const response = await fetch(`${shop.localStore.url}/solr/products/select?q=*:*&rows=0`, {
      headers: { authorization: `Basic ${btoa("backroom:solr-local-backroom-demo")}` },
    });
    return response.status === 404 ? null : (await response.json()).response.numFound;
  },
  async readLive(shop) {
    const { documents } = await readJson(shop, `/solr.json?shop=${DEMO}&collection=products`);
    return new Map(documents.map((document: { id: string }) => [document.id, document]));
  },
  async listAside(shop) {
    const { collections } = await readJson(shop, `/solr.json?shop=${DEMO}`);
    return collections.filter((name: string) => ASIDE.test(name));
  },
  async lose(shop, index) {
    await shop.localStore.store.pool.query(
      `DELETE FROM solr_updates WHERE collection = $1 AND position =
         (SELECT min(position) FROM solr_updates WHERE collection = $1)`,
      [index],
    );
  },
  batch: "solr.update",
  serverError: "solrServerError",
  refused: "solrRefused",
  timeout: "solrTimeoutAfterCommit",
};

export const ENGINES: readonly TestEngine[] = [ALGOLIA, SOLR];
