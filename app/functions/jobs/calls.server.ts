import { z } from "zod";
import { call } from "~/core/call.server";
import { pageOf, pageRequest } from "~/core/lists/keyset-page";
import { readKeyset } from "~/core/lists/read-list.server";
import { jobMail } from "~/core/mail/schemas";
import { cancelOneJob, pauseOneJob, resumeOneJob, retryOneJob, undoOneJob } from "./change.server";
import { jobItemsList, jobsList } from "./list.server";
import { OUTCOMES } from "./outcomes";
import { listItems, readJob, resultRows, startResultFile } from "./read.server";
import { count, id } from "./schemas";

/**
 * The calls of Jobs. Administrators see their own jobs while they have the permission, and Backroom's own jobs of the
 * functions that they have. The owner sees all.
 */
export const jobsCalls = {
  list: call("GET /jobs", {
    for: "signed-in",
    summary: "A page of jobs, newest first",
    input: z.object({ ...pageRequest, ...jobsList.filters }),
    output: pageOf(jobsList.row),
    run: (context, { tab, days, ...request }) =>
      readKeyset(context, jobsList, { ...request, filter: { tab, days } }),
  }),
  detail: call("GET /jobs/{id}", {
    for: "signed-in",
    summary: "A job with its number of rows by outcome, and the emails with its result",
    input: z.object({ id }),
    output: jobsList.row.extend({ counts: z.record(z.enum(OUTCOMES), count), emails: z.array(jobMail) }),
    run: (context, input) => readJob(context, input.id),
  }),
  items: call("GET /jobs/{id}/items", {
    for: "signed-in",
    summary: "A page of a job's rows, in the order of the work",
    input: z.object({ ...jobItemsList.filters, ...pageRequest }),
    output: pageOf(jobItemsList.row),
    run: listItems,
  }),
  cancel: call("POST /jobs/{id}/cancel", {
    for: "signed-in",
    summary: "Stop a job after the rows in progress",
    input: z.object({ id }),
    output: jobsList.row,
    run: (context, input) => cancelOneJob(context, input.id),
  }),
  pause: call("POST /jobs/{id}/pause", {
    for: "signed-in",
    summary: "Pause a job until it is resumed. No effect when it is paused",
    input: z.object({ id }),
    output: jobsList.row,
    run: (context, input) => pauseOneJob(context, input.id),
  }),
  resume: call("POST /jobs/{id}/resume", {
    for: "signed-in",
    summary: "Resume a paused job. No effect when it isn't paused",
    input: z.object({ id }),
    output: jobsList.row,
    run: (context, input) => resumeOneJob(context, input.id),
  }),
  undo: call("POST /jobs/{id}/undo", {
    for: "signed-in",
    summary: "Undo what a job has done, as another job. A repeated request returns the same job",
    status: 202,
    input: z.object({ id }),
    output: z.object({ jobId: z.string(), title: z.string() }),
    run: (context, input) => undoOneJob(context, input.id),
  }),
  retry: call("POST /jobs/{id}/retry", {
    for: "signed-in",
    summary: "Retry a job's failed and canceled rows",
    input: z.object({ id }),
    output: jobsList.row.extend({ rows: count }),
    run: (context, input) => retryOneJob(context, input.id),
  }),
  resultRows: call("GET /jobs/{id}/rows", {
    for: "signed-in",
    summary: "All rows of a job, for a spreadsheet",
    input: z.object(jobItemsList.filters),
    output: z.object({ title: z.string(), rows: z.array(jobItemsList.row) }),
    run: resultRows,
  }),
  startResultFile: call("POST /jobs/{id}/rows/file", {
    for: "signed-in",
    summary: "Start a job that writes all rows of a job into a spreadsheet",
    status: 202,
    input: z.object(jobItemsList.filters),
    output: z.object({ jobId: z.string() }),
    run: startResultFile,
  }),
};
