import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { solrFiltersCalls } from "./calls.server";
import { TITLE } from "./messages";

export const solrFiltersFunction = defineFunction<{ solrFilters: typeof solrFiltersCalls }>({
  name: "solrFilters",
  path: "/solrFilters",
  menuName: "search filters",
  title: TITLE,
  description: "Filters that shoppers narrow a collection's products with",
  permission: "showSolrFilters",
  group: "search",
});

/** Calls as the pages post them. */
export const filtersCall = callsOf(solrFiltersFunction);
