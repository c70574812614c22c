import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { solrCalls } from "./calls.server";

/** The title of its page. */
export const TITLE = "SOLR";

export const solrFunction = defineFunction<{ solr: typeof solrCalls }>({
  name: "solr",
  path: "/solr",
  menuName: "search-index sync",
  title: TITLE,
  description: "Send the products to Solr, choose their fields, compare them with the index, try searches",
  permission: "showSolr",
  group: "search",
});

/** Calls as the page posts them. */
export const solrCall = callsOf(solrFunction);
