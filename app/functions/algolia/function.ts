import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { algoliaCalls } from "./calls.server";

export const algoliaFunction = defineFunction<{ algolia: typeof algoliaCalls }>({
  name: "algolia",
  path: "/algolia",
  menuName: "Algolia sync",
  description: "Send the products to Algolia, with progress and logs",
  permission: "showAlgolia",
  group: "search",
});

/** Calls as the page posts them. */
export const algoliaCall = callsOf(algoliaFunction);
