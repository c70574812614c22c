import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of the orders' mirror. */
export const examples: ExampleRequests = {
  "orders.mirror": () => ({ path: "/orders/mirror" }),
  "orders.rebuildMirror": () => ({ path: "/orders/mirror/rebuild", body: {} }),
};
