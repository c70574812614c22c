import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of jobs. */
export const examples: ExampleRequests = {
  "jobs.list": () => ({ path: "/jobs" }),
  "jobs.detail": ({ jobId }) => ({ path: `/jobs/${jobId}` }),
  "jobs.items": ({ jobId }) => ({ path: `/jobs/${jobId}/items` }),
  "jobs.cancel": ({ jobId }) => ({ path: `/jobs/${jobId}/cancel`, body: {} }),
  "jobs.pause": ({ jobId }) => ({ path: `/jobs/${jobId}/pause`, body: {} }),
  "jobs.resume": ({ jobId }) => ({ path: `/jobs/${jobId}/resume`, body: {} }),
  "jobs.undo": ({ jobId }) => ({ path: `/jobs/${jobId}/undo`, body: {} }),
  "jobs.retry": ({ jobId }) => ({ path: `/jobs/${jobId}/retry`, body: {} }),
  "jobs.resultRows": ({ jobId }) => ({ path: `/jobs/${jobId}/rows` }),
  "jobs.startResultFile": ({ jobId }) => ({ path: `/jobs/${jobId}/rows/file`, body: {} }),
};
