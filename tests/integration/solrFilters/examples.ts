import type { ExampleRequests } from "../../support/example-requests.ts";

const COLLECTION = "999999999";
const filter = { collection: COLLECTION, name: "vendor" };

/** The calls of the search filters. */
export const examples: ExampleRequests = {
  "solrFilters.collections": () => ({ path: "/filters/collections" }),
  "solrFilters.overview": () => ({ path: "/filters/overview?show=unpublished" }),
  "solrFilters.collection": () => ({ path: `/filters/collection/${COLLECTION}` }),
  "solrFilters.include": () => ({ path: `/filters/collection/${COLLECTION}`, body: filter }),
  "solrFilters.remove": () => ({ path: `/filters/collection/${COLLECTION}`, body: filter }),
  "solrFilters.updateSettings": () => ({
    path: `/filters/collection/${COLLECTION}/filter`,
    body: { ...filter, order: 1 },
  }),
  "solrFilters.updateOptions": () => ({
    path: `/filters/collection/${COLLECTION}/options`,
    body: { collection: COLLECTION, filter: "vendor", options: [] },
  }),
  "solrFilters.reorder": () => ({
    path: `/filters/collection/${COLLECTION}/order`,
    body: { collection: COLLECTION, names: ["vendor"] },
  }),
  "solrFilters.preview": () => ({ path: `/filters/collection/${COLLECTION}/preview` }),
  "solrFilters.copy": () => ({
    path: "/filters/copy",
    body: {
      filters: [{ ...filter, included: true }],
      collections: [{ id: "gid://shopify/Collection/999999998", title: "An example" }],
    },
  }),
  "solrFilters.definitions": () => ({ path: "/filters/filtersDef" }),
  "solrFilters.setActive": () => ({
    path: "/filters/filtersDef",
    body: { name: "no.such_field", active: true },
  }),
  "solrFilters.updateUi": () => ({
    path: "/filters/filtersDef/ui",
    body: { name: "no.such_field", order: 1 },
  }),
  "solrFilters.updateSolr": () => ({
    path: "/filters/filtersDef/solr",
    body: { name: "no.such_field", output: true },
  }),
  "solrFilters.updateCollections": () => ({ path: "/filters/updateCollections" }),
};
