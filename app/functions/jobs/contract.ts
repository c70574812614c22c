import { z } from "zod";
import { fileShape } from "~/core/files/contract";
import { pageOf, pageRequest } from "~/core/lists/keyset-page";
import { call } from "~/platform/contract/call";
import { ITEM_STATES, JOB_STATES } from "~/platform/jobs/states";
import { NOTICE_LEVELS } from "~/platform/notice";
import { JOBS_TABS } from "./list";
import { OUTCOMES } from "./outcomes";

const count = z.number().int();
const id = z.uuid("must be the id of a job");
const outcome = z.enum(OUTCOMES, `must be one of: ${OUTCOMES.join(", ")}`).default("all");
/** Instant, ISO 8601. */
const instant = z.string();

const job = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(JOB_STATES),
  total: count,
  done: count,
  failed: count,
  /** Rows for which there was nothing to do. */
  skipped: count,
  /** How it ended, in words; null until then. */
  outcome: z.object({ level: z.enum(NOTICE_LEVELS), text: z.string(), canUndo: z.boolean() }).nullable(),
  /** Whether what it has done can be undone here. */
  canUndo: z.boolean(),
  /** A message about the whole job. */
  message: z.string().nullable(),
  startedBy: z.object({ id: z.string(), name: z.string() }),
  createdAt: instant,
  finishedAt: instant.nullable(),
  cancelRequested: z.boolean(),
  /** Whether it can be canceled and paused while it runs. False when all rows were dispatched at its start. */
  canStop: z.boolean(),
  /** Who paused it and when. A running job stops a moment later. */
  paused: z.object({ by: z.string(), at: instant }).nullable(),
  /** The file that the job created. Null without one, and after it has expired. */
  file: fileShape.nullable(),
});
export type JobRow = z.infer<typeof job>;

const jobItem = z.object({
  id: z.string(),
  /** In the job, counted from 1. The row of an imported file is in the label. */
  position: count,
  label: z.string(),
  state: z.enum(ITEM_STATES),
  message: z.string().nullable(),
  finishedAt: instant.nullable(),
});
export type JobItemRow = z.infer<typeof jobItem>;

/**
 * The calls of the job center. Administrators see their own jobs while they have the permission, and Backroom's own jobs of the
 * functions that they have. The owner sees all.
 */
export const jobsContract = {
  list: call("signed-in")
    .route({ method: "GET", path: "/jobs", summary: "A page of jobs, newest first" })
    .input(z.object({ ...pageRequest, tab: z.enum(JOBS_TABS).default("all") }))
    .output(pageOf(job)),
  detail: call("signed-in")
    .route({ method: "GET", path: "/jobs/{id}", summary: "A job with its number of rows by outcome" })
    .input(z.object({ id }))
    .output(job.extend({ counts: z.record(z.enum(OUTCOMES), count) })),
  items: call("signed-in")
    .route({
      method: "GET",
      path: "/jobs/{id}/items",
      summary: "A page of a job's rows, in the order of the work",
    })
    .input(z.object({ id, outcome, ...pageRequest }))
    .output(pageOf(jobItem)),
  cancel: call("signed-in")
    .route({
      method: "POST",
      path: "/jobs/{id}/cancel",
      summary: "Stop a job after the rows in progress",
    })
    .input(z.object({ id }))
    .output(job),
  pause: call("signed-in")
    .route({
      method: "POST",
      path: "/jobs/{id}/pause",
      summary: "Pause a job until it is resumed. No effect when it is paused",
    })
    .input(z.object({ id }))
    .output(job),
  resume: call("signed-in")
    .route({
      method: "POST",
      path: "/jobs/{id}/resume",
      summary: "Resume a paused job. No effect when it isn't paused",
    })
    .input(z.object({ id }))
    .output(job),
  undo: call("signed-in")
    .route({
      method: "POST",
      path: "/jobs/{id}/undo",
      summary: "Undo what a job has done, as another job. A repeated request returns the same job",
      successStatus: 202,
    })
    .input(z.object({ id }))
    .output(z.object({ jobId: z.string(), title: z.string() })),
  retry: call("signed-in")
    .route({
      method: "POST",
      path: "/jobs/{id}/retry",
      summary: "Retry a job's failed and canceled rows",
    })
    .input(z.object({ id }))
    .output(job.extend({ rows: count })),
  resultRows: call("signed-in")
    .route({
      method: "GET",
      path: "/jobs/{id}/rows",
      summary: "All rows of a job, for a spreadsheet",
    })
    .input(z.object({ id, outcome }))
    .output(z.object({ title: z.string(), rows: z.array(jobItem) })),
  startResultFile: call("signed-in")
    .route({
      method: "POST",
      path: "/jobs/{id}/rows/file",
      summary: "Start a job that writes all rows of a job into a spreadsheet",
      successStatus: 202,
    })
    .input(z.object({ id, outcome }))
    .output(z.object({ jobId: z.string() })),
};
