import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of the customer dashboard. */
export const examples: ExampleRequests = {
  "dashboard.metric": () => ({
    path: "/dashboard/customers/withAICTag?dateFrom=06/01/2026&dateTo=06/30/2026",
  }),
  "dashboard.export": () => ({ path: "/dashboard/customers/export?dateFrom=2026-06-01&dateTo=2026-06-30" }),
  "dashboard.refresh": () => ({ path: "/dashboard/customers/refresh", body: {} }),
  "dashboard.questions": () => ({ path: "/dashboard/questions?dateFrom=2026-06-01&dateTo=2026-06-30" }),
  "dashboard.note": () => ({ path: "/dashboard/notes/2026-06-01", body: { text: "A campaign" } }),
  "dashboard.declare": () => ({ path: "/dashboard/segments", body: { tag: "AIC", segments: [] } }),
  "dashboard.history": () => ({ path: "/dashboard/history" }),
  "dashboard.figure": () => ({ path: "/dashboard/figure" }),
};
