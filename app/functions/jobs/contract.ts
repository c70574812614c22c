import { z } from "zod";
import { fileShape } from "~/domain/files/contract";
import { call } from "~/platform/contract/call";
import { pageOf, pageRequest } from "~/platform/contract/page";
import { ITEM_STATES, JOB_STATES } from "~/platform/jobs/states";
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
  /** What needs no more work: done, or found to need none. */
  done: count,
  failed: count,
  /** What happened to the job as a whole. */
  message: z.string().nullable(),
  startedBy: z.object({ id: z.string(), name: z.string() }),
  createdAt: instant,
  finishedAt: instant.nullable(),
  cancelRequested: z.boolean(),
  /** Whether it can be cancelled and paused while it runs; not when all of it was handed over when it started. */
  canStop: z.boolean(),
  /** Who paused it and when; a running job stands still a moment later. */
  paused: z.object({ by: z.string(), at: instant }).nullable(),
  /** What the job made, to be downloaded; null without one, and when it has expired. */
  file: fileShape.nullable(),
});
export type JobRow = z.infer<typeof job>;

const jobItem = z.object({
  id: z.string(),
  /** Counted from 1, as in a spreadsheet without its header. */
  position: count,
  label: z.string(),
  state: z.enum(ITEM_STATES),
  message: z.string().nullable(),
  finishedAt: instant.nullable(),
});
export type JobItemRow = z.infer<typeof jobItem>;

/** The calls of the job centre. One sees one's own jobs as long as one may do their work; the owner sees all of the shop. */
export const jobsContract = {
  list: call("signed-in")
    .route({ method: "GET", path: "/jobs", summary: "A page of jobs, newest first" })
    .input(z.object(pageRequest))
    .output(pageOf(job)),
  detail: call("signed-in")
    .route({ method: "GET", path: "/jobs/{id}", summary: "One job and how many of its rows ended how" })
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
      summary: "Stop a job after the rows that are being worked on",
    })
    .input(z.object({ id }))
    .output(job),
  pause: call("signed-in")
    .route({
      method: "POST",
      path: "/jobs/{id}/pause",
      summary: "Let a job stand still until it is resumed; without effect on one that is paused",
    })
    .input(z.object({ id }))
    .output(job),
  resume: call("signed-in")
    .route({
      method: "POST",
      path: "/jobs/{id}/resume",
      summary: "Let a paused job go on where it was; without effect on one that is not paused",
    })
    .input(z.object({ id }))
    .output(job),
  retry: call("signed-in")
    .route({
      method: "POST",
      path: "/jobs/{id}/retry",
      summary: "Work on a job's failed and cancelled rows once more",
    })
    .input(z.object({ id }))
    .output(job.extend({ rows: count })),
  resultRows: call("signed-in")
    .route({
      method: "GET",
      path: "/jobs/{id}/rows",
      summary: "All rows of a job at once, for a spreadsheet",
    })
    .input(z.object({ id, outcome }))
    .output(z.object({ title: z.string(), rows: z.array(jobItem) })),
  startResultFile: call("signed-in")
    .route({
      method: "POST",
      path: "/jobs/{id}/rows/file",
      summary: "Write the rows of a job, of any number, into a spreadsheet, as another job",
      successStatus: 202,
    })
    .input(z.object({ id, outcome }))
    .output(z.object({ jobId: z.string() })),
};
