import { z } from "zod";
import { fileShape } from "~/core/files/schemas";
import { JOB_STATES } from "~/platform/jobs/states";
import { FREQUENCIES } from "./schedule-times";

export const text = z.string();

const instant = text;

export const reportRun = z.object({
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

export const reportSchedule = z.object({
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
