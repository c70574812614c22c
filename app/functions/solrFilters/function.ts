import { defineFunction } from "~/core/function-entry";
import type { solrFiltersContract } from "./contract";

export const solrFiltersFunction = defineFunction<{ solrFilters: typeof solrFiltersContract }>({
  name: "solrFilters",
  path: "/solrFilters",
  menuName: "search filters",
  description: "Filters that shoppers narrow a collection's products with",
  permission: "showSolrFilters",
  group: "search",
});
