import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of Ekata. */
export const examples: ExampleRequests = {
  "ekata.state": () => ({ path: "/fraudCheck/state" }),
  "ekata.reportFromShopify": () => ({
    path: "/fraudCheck/reportFromShopify?dateFrom=2026-01-01&dateTo=2026-01-31&refresh=false",
  }),
  "connectors.ekata.read": () => ({ path: "/ekata/settings" }),
  "connectors.ekata.save": () => ({
    path: "/ekata/settings",
    body: { base_url: "", mediumFrom: "250", highFrom: "400" },
  }),
  "connectors.ekata.testConnection": () => ({ path: "/ekata/test" }),
};
