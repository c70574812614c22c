import { defineFunction } from "~/core/function-entry";
import type { algoliaContract } from "./contract";

export const algoliaFunction = defineFunction<{ algolia: typeof algoliaContract }>({
  name: "algolia",
  path: "/algolia",
  menuName: "Algolia sync",
  description: "Send the products to Algolia, with progress and logs",
  permission: "showAlgolia",
  group: "search",
});
