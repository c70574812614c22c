import { auditAction } from "~/core/audit/audit-action.server";

export const jobCanceled = auditAction<null, null>("job.cancelled", "Canceled a job");
export const jobPaused = auditAction<null, null>("job.paused", "Paused a job");
export const jobResumed = auditAction<null, null>("job.resumed", "Resumed a job");
export const jobRetried = auditAction<null, { rows: number }>(
  "job.retried",
  "Retried the failed rows of a job",
);
