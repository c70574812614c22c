import type { ComponentProps } from "react";
import { jobItemsList } from "~/functions/jobs/list.server";
import { JobPage } from "~/functions/jobs/ui/JobPage";
import { pageOfRows } from "./page-of-rows";

type Job = ComponentProps<typeof JobPage>["job"];

/** The page of a job with two rows that has ended, in which nothing was done. */
export function jobPage(changes: Pick<Job, "id" | "title"> & Partial<Job>) {
  const failed = changes.failed ?? 0;
  const done = changes.done ?? 0;
  const job: Job = {
    state: "completed",
    total: 2,
    done,
    failed,
    skipped: 0,
    outcome: null,
    canUndo: false,
    message: null,
    startedBy: { id: "1", name: "Olive Owner" },
    createdAt: "2026-11-22T10:00:00Z",
    finishedAt: "2026-11-22T10:00:01Z",
    cancelRequested: false,
    canStop: true,
    hasRows: true,
    paused: null,
    file: null,
    unsentEmails: 0,
    emails: [],
    counts: { all: 2, failed, skipped: 0, done, waiting: 0 },
    ...changes,
  };
  const state = { search: "", sort: "position asc" };
  const list = jobItemsList.declaration;
  return <JobPage list={list} job={job} items={pageOfRows([])} outcome="all" state={state} />;
}
