import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of files. */
export const examples: ExampleRequests = {
  "files.detail": ({ fileId }) => ({ path: `/files/${fileId}` }),
  "files.part": ({ fileId }) => ({ path: `/files/${fileId}/parts/0` }),
};
