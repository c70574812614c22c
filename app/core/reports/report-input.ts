import { z } from "zod";

/** What a report is requested with, as its run stores it. Dates are null for a report without them. */
export const reportInput = z.object({
  dates: z.object({ dateFrom: z.string(), dateTo: z.string() }).nullable(),
  options: z.record(z.string(), z.unknown()),
});
export type ReportInput = z.infer<typeof reportInput>;
