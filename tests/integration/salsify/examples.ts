import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of the Salsify page. */
export const examples: ExampleRequests = {
  "salsify.getFields": () => ({ path: "/salsify/getFields" }),
  "salsify.selectAllFields": () => ({ path: "/salsify/selectAllFields", body: { active: false } }),
  "salsify.updateField": () => ({
    path: "/salsify/updateField",
    body: { field: "specs.material", active: true, delimiter: ";" },
  }),
  "salsify.report": () => ({ path: "/salsify/report" }),
};
