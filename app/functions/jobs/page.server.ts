import type { Texts } from "~/core/answer-call.server";
import type { ContractsOf } from "~/core/function-entry";
import type { jobsFunction } from "./function";

/** The calls that the pages post, and what they say after them. */
export const jobTexts: Texts<ContractsOf<typeof jobsFunction>> = {
  "jobs.pause": ({ title }) =>
    `“${title}” is paused. Finished rows stay done. You can resume it at any time.`,
  "jobs.resume": ({ title }) => `“${title}” is running again.`,
  "jobs.cancel": ({ title }) => `“${title}” stops after the rows in progress.`,
  "jobs.undo": ({ jobId, title }) => ({
    level: "info",
    text: `“${title}” is being undone. What was changed since stays as it is.`,
    link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
    job: { id: jobId, title: `Undo: ${title}` },
  }),
  "jobs.retry": ({ rows, title }, { id }) => ({
    text: `${rows} ${rows === 1 ? "row is" : "rows are"} being retried.`,
    job: { id, title },
  }),
  // The browser writes the file from the answer.
  "jobs.resultRows": () => null,
  "jobs.startResultFile": ({ jobId }) => ({
    level: "info",
    text: "There are many rows, so the file is being written in the background. It will be in Jobs.",
    link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
  }),
};
