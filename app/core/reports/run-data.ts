import { z } from "zod";
import { reportResult } from "./schemas";

/** What a report is requested with, as its run stores it. Dates are null for a report without them. */
export const reportInput = z.object({
  dates: z.object({ dateFrom: z.string(), dateTo: z.string() }).nullable(),
  options: z.record(z.string(), z.unknown()),
});

export type ReportInput = z.infer<typeof reportInput>;

/** What the run of a report remembers. */
export const runData = reportInput.extend({
  /** Equal for equal reports, dates and options. */
  key: z.string(),
  /** The administrators who receive the email: who requested the report, and who requested the same while it was being created. */
  recipients: z.array(z.string()),
  /** Set for a scheduled report. */
  scheduleId: z.string().optional(),
  /** The result in a sentence. Set with the file. */
  summary: z.string().optional(),
  /** What the page shows of it. Set with the file. */
  result: reportResult.optional(),
  /** Set with the email that it couldn't be created, until a retry begins. */
  failed: z.literal(true).optional(),
});

export type RunData = z.infer<typeof runData>;
