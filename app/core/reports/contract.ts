import { z } from "zod";
import { fileShape } from "~/core/files/contract";
import { call } from "~/platform/contract/call";
import { JOB_STATES } from "~/platform/jobs/states";
import { FREQUENCIES } from "./schedule-times";

const report = z.string().max(40, "must be the name of a report");
const text = z.string();
const instant = text;

const reportRun = z.object({
  /** Of its run and its job. */
  id: text,
  /** Its dates and options in words. */
  parameters: text,
  /** What it was requested with. Dates are null for a report without them. */
  dates: z.object({ dateFrom: text, dateTo: text }).nullable(),
  options: z.record(text, z.boolean()),
  requestedAt: instant,
  requestedBy: text,
  /** Whether the caller receives it. */
  isMine: z.boolean(),
  isScheduled: z.boolean(),
  /** Whether the caller may open its job. */
  canOpenJob: z.boolean(),
  state: z.enum(JOB_STATES),
  /** In words. */
  status: text,
  /** 0 to 100. */
  progress: z.number().int(),
  /** The result in a sentence. Null until it was created. */
  summary: text.nullable(),
  /** Why it failed. */
  reason: text.nullable(),
  /** Null until it was created, and again after its days are over. */
  file: fileShape.nullable(),
});
export type ReportRun = z.infer<typeof reportRun>;

const reportSchedule = z.object({
  id: text,
  frequency: z.enum(FREQUENCIES),
  /** 0 to 23, in the time zone of the answer. */
  hour: z.number().int(),
  /** Its options in words. */
  options: text,
  createdBy: text,
  /** Null when the schedule has stopped. */
  nextAt: instant.nullable(),
  stoppedBecause: text.nullable(),
});
export type ReportSchedule = z.infer<typeof reportSchedule>;

/** What the call that requests a report answers. */
export const reportStarted = z.object({ status: z.literal(true), msg: text, jobId: text });

/** The calls that all reports have. Each needs the flag of its report. */
export const reportsContract = {
  runs: call("signed-in")
    .route({ method: "GET", path: "/reports/{report}/runs", summary: "The newest results of a report" })
    .input(z.object({ report }))
    .output(
      z.object({
        list: z.array(reportRun),
        /** The last date that a report can cover, as YYYY-MM-DD in its time zone. */
        today: text,
        timeZone: text,
      }),
    ),
  schedules: call("signed-in")
    .route({ method: "GET", path: "/reports/{report}/schedules", summary: "The schedules of a report" })
    .input(z.object({ report }))
    .output(
      z.object({
        list: z.array(reportSchedule),
        timeZone: text,
        /** Whether each report covers the day, week or month before. */
        hasDates: z.boolean(),
      }),
    ),
  addSchedule: call("signed-in")
    .route({
      method: "POST",
      path: "/reports/{report}/schedules",
      summary: "Create a report each day, week or month, and email it to the caller",
    })
    .input(
      z.object({
        report,
        frequency: z.enum(FREQUENCIES, `must be one of: ${FREQUENCIES.join(", ")}`),
        hour: z.coerce.number().int().min(0, "must be 0 to 23").max(23, "must be 0 to 23"),
        options: z.record(z.string().max(40), z.unknown()).default({}),
      }),
    )
    .output(reportSchedule),
  removeSchedule: call("signed-in")
    .route({ method: "DELETE", path: "/reports/{report}/schedules/{id}", summary: "Remove a schedule" })
    .input(z.object({ report, id: z.uuid("must be the id of a schedule") }))
    .output(z.object({ id: text })),
};
