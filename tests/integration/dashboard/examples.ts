import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of the customer dashboard. */
export const examples: ExampleRequests = {
  "dashboard.metric": () => ({
    path: "/dashboard/customers/withAICTag?dateFrom=06/01/2026&dateTo=06/30/2026",
  }),
  "dashboard.export": () => ({ path: "/dashboard/customers/export?dateFrom=2026-06-01&dateTo=2026-06-30" }),
  "dashboard.refresh": () => ({ path: "/dashboard/customers/refresh", body: {} }),
  "dashboard.history": () => ({ path: "/dashboard/history" }),
  "dashboard.figure": () => ({ path: "/dashboard/figure" }),
};
