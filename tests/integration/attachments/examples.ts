import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of attachments. */
export const examples: ExampleRequests = {
  "attachments.detail": ({ fileId }) => ({ path: `/attachments/${fileId}` }),
  "attachments.bytes": ({ fileId }) => ({ path: `/attachments/${fileId}/file` }),
};
