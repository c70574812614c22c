import { defineFunction } from "~/core/function-entry";
import type { solrContract } from "./contract";

export const solrFunction = defineFunction<{ solr: typeof solrContract }>({
  name: "solr",
  path: "/solr",
  menuName: "search-index sync",
  description: "Send the products to Solr, and see how the last sync ended",
  permission: "showSolr",
  group: "search",
});
