import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of SOLR and Algolia Sync, and of their connections. */
export const examples: ExampleRequests = {
  "solr.syncStatus": () => ({ path: "/solr/syncStatus" }),
  "solr.update": () => ({ path: "/solr/update" }),
  "algolia.list": () => ({ path: "/algolia/list" }),
  "algolia.log": ({ jobId }) => ({ path: `/algolia/log?f=${jobId}` }),
  ...Object.fromEntries(
    ["algolia", "solr"].flatMap((engine): [string, ExampleRequests[string]][] => [
      [`${engine}.fields`, () => ({ path: `/${engine}/fields` })],
      [`${engine}.setField`, () => ({ path: `/${engine}/fields`, body: { name: "vendor", indexed: true } })],
      [`${engine}.inspect`, () => ({ path: `/${engine}/product?product=1` })],
      [`${engine}.send`, () => ({ path: `/${engine}/product`, body: { product: "1" } })],
      [`${engine}.comparison`, () => ({ path: `/${engine}/comparison` })],
      [`${engine}.compare`, () => ({ path: `/${engine}/comparison` })],
      [`${engine}.sendDifferences`, () => ({ path: `/${engine}/comparison/differences` })],
      [`${engine}.search`, () => ({ path: `/${engine}/search?q=nut` })],
    ]),
  ),
  "solr.list": () => ({ path: "/solr/list" }),
  "solr.log": ({ jobId }) => ({ path: `/solr/log?f=${jobId}` }),
  "algolia.sync": () => ({ path: "/algolia/sync" }),
  "connectors.algolia.read": () => ({ path: "/algolia/settings" }),
  "connectors.algolia.save": () => ({
    path: "/algolia/settings",
    body: { base_url: "", applicationId: "", indexName: "" },
  }),
  "connectors.algolia.testConnection": () => ({ path: "/algolia/test" }),
  "connectors.solr.read": () => ({ path: "/solr/settings" }),
  "connectors.solr.save": () => ({
    path: "/solr/settings",
    body: { base_url: "", collection: "", configSet: "", shards: "", replicas: "", user: "" },
  }),
  "connectors.solr.testConnection": () => ({ path: "/solr/test" }),
};
