import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of orders and of their mirror. */
export const examples: ExampleRequests = {
  "orders.ofCustomer": ({ customerId }) => ({ path: `/customer/${customerId}/orders` }),
  "orders.mirror": () => ({ path: "/orders/mirror" }),
  "orders.rebuildMirror": () => ({ path: "/orders/mirror/rebuild", body: {} }),
};
