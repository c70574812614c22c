import { defineFunction } from "~/core/function-entry";
import type { solrFiltersCalls } from "./calls.server";

export const solrFiltersFunction = defineFunction<{ solrFilters: typeof solrFiltersCalls }>({
  name: "solrFilters",
  path: "/solrFilters",
  menuName: "search filters",
  description: "Filters that shoppers narrow a collection's products with",
  permission: "showSolrFilters",
  group: "search",
});
