import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of the products' mirror. */
export const examples: ExampleRequests = {
  "products.mirror": () => ({ path: "/products/mirror" }),
  "products.rebuildMirror": () => ({ path: "/products/mirror/rebuild", body: {} }),
};
