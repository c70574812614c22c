import type { ListDeclaration } from "~/platform/list";

/** Jobs: all jobs, newest first. */
export const jobsList = {
  kind: "list",
  name: "jobs",
  columns: [
    { key: "title", title: "Job", narrow: "title" },
    { key: "startedBy", title: "Started by" },
    { key: "createdAt", title: "Started" },
    { key: "state", title: "State", narrow: "plain" },
    { key: "progress", title: "Done", align: "end" },
    { key: "failed", title: "Failed", align: "end" },
    { key: "file", title: "File" },
  ],
  defaultSort: "createdAt desc",
  search: null,
  pageSize: 25,
} as const satisfies ListDeclaration;

/** The list's filters, in the order of their tabs. */
export const JOBS_TABS = ["all", "failed"] as const;
export type JobsTab = (typeof JOBS_TABS)[number];

export const JOBS_TAB_LABELS: Record<JobsTab, string> = { all: "All", failed: "With failures" };

/** The tab in the URL, or all jobs. */
export const readJobsTab = (tab: string | null): JobsTab => JOBS_TABS.find((each) => each === tab) ?? "all";

/** The rows of a job, in the order of the work. */
export const jobItemsList = {
  kind: "list",
  name: "job-items",
  columns: [
    { key: "position", title: "Position" },
    { key: "label", title: "What", narrow: "title" },
    { key: "outcome", title: "Outcome", narrow: "plain" },
    { key: "message", title: "Message", narrow: "plain" },
    { key: "finishedAt", title: "Finished" },
  ],
  defaultSort: "position asc",
  search: null,
  pageSize: 25,
} as const satisfies ListDeclaration;
