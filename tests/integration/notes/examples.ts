import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of notes. */
export const examples: ExampleRequests = {
  "notes.list": ({ customerId }) => ({ path: `/customer/${customerId}/notes` }),
  "notes.add": ({ customerId }) => ({
    path: `/customer/${customerId}/notes`,
    body: { text: "An example" },
  }),
  "notes.change": ({ viewId }) => ({ path: `/notes/${viewId}`, body: { text: "Another", version: 1 } }),
  "notes.remove": ({ viewId }) => ({ path: `/notes/${viewId}` }),
  "notes.restore": ({ viewId }) => ({ path: `/notes/${viewId}/restore`, body: {} }),
};
