import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of metafield display names. */
export const examples: ExampleRequests = {
  "salsifyDisplay.list": () => ({ path: "/salsifyDisplayName/list" }),
  "salsifyDisplay.save": () => ({
    path: "/salsifyDisplayName/list",
    body: { updateList: [] },
  }),
};
