import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of reports. */
export const examples: ExampleRequests = {
  "bundle.report": () => ({
    path: "/bundle/report?date_from=2026-11-01&date_to=2026-11-02&bundle=true&component=false",
  }),
  "knot.report": () => ({ path: "/knot?dateFrom=2026-11-01T00:00:00Z&dateTo=2026-11-02T23:59:59Z" }),
  "reports.runs": () => ({ path: "/reports/bundleReport/runs" }),
  "reports.rows": ({ jobId }) => ({ path: `/reports/bundleReport/runs/${jobId}/rows?sheet=0` }),
  "reports.exportRows": ({ jobId }) => ({
    path: `/reports/bundleReport/runs/${jobId}/rows/export`,
    body: { sheet: 0, sort: "c3 desc" },
  }),
  "reports.schedules": () => ({ path: "/reports/bundleReport/schedules" }),
  "reports.addSchedule": () => ({
    path: "/reports/bundleReport/schedules",
    body: { frequency: "monthly", hour: 6, options: { bundle: true, component: false } },
  }),
  "reports.removeSchedule": ({ viewId }) => ({ path: `/reports/bundleReport/schedules/${viewId}` }),
};
