import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { algoliaCalls } from "./calls.server";

export const algoliaFunction = defineFunction<{ algolia: typeof algoliaCalls }>({
  name: "algolia",
  path: "/algolia",
  menuName: "Algolia sync",
  description: "Send the products to Algolia, choose their fields, compare them with the index, try searches",
  permission: "showAlgolia",
  group: "search",
});

/** Calls as the page posts them. */
export const algoliaCall = callsOf(algoliaFunction);
