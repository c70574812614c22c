import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of the price log. */
export const examples: ExampleRequests = {
  "pricelog.list": () => ({ path: "/pricelog/list" }),
  "pricelog.export": () => ({ path: "/pricelog/list/export" }),
  "pricelog.history": () => ({ path: "/pricelog/history/1" }),
  "pricelog.figure": () => ({ path: "/pricelog/figure" }),
  "exports.pricelog.rows": () => ({ path: "/pricelog/list/export", body: {} }),
  "exports.pricelog.start": () => ({ path: "/pricelog/list/export/job", body: {} }),
};
