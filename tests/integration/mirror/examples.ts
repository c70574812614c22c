import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of the customers' mirror. */
export const examples: ExampleRequests = {
  "customers.mirror": () => ({ path: "/mirror" }),
  "customers.rebuildMirror": () => ({ path: "/mirror/rebuild", body: {} }),
};
