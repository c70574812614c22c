import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of Home, Activity, views, Access and Settings. */
export const examples: ExampleRequests = {
  "desk.open": () => ({ path: "/desk" }),
  "palette.find": () => ({ path: "/palette?text=person" }),
  "activity.list": () => ({ path: "/activity" }),
  "activity.people": () => ({ path: "/activity/people" }),
  "activity.proof": () => ({ path: "/activity/proof" }),
  "activity.prove": () => ({ path: "/activity/proof", body: {} }),
  "activity.ofSubject": ({ customerId }) => ({ path: `/activity/customer/${customerId}` }),
  "views.list": () => ({ path: "/views/students" }),
  "views.save": () => ({ path: "/views/students", body: { name: "An example", query: "tab=pending" } }),
  "views.rename": ({ viewId }) => ({ path: `/views/${viewId}`, body: { name: "Another example" } }),
  "views.remove": ({ viewId }) => ({ path: `/views/${viewId}` }),
  "access.list": () => ({ path: "/access/administrators" }),
  "access.grant": ({ administratorId }) => ({
    path: `/access/administrators/${administratorId}`,
    body: { version: 0, flags: [], tabLimits: {} },
  }),
  "person.block": ({ customerId }) => ({ path: `/customer/${customerId}/block` }),
  "safeguards.list": () => ({ path: "/safeguards" }),
  "safeguards.agree": ({ decisionId }) => ({ path: `/safeguards/${decisionId}/agree`, body: {} }),
  "safeguards.cancel": ({ decisionId }) => ({ path: `/safeguards/${decisionId}/cancel`, body: {} }),
  "settings.read": () => ({ path: "/settings" }),
  "settings.change": () => ({ path: "/settings", body: { switches: {} } }),
};
