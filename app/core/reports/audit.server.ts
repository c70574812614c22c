import { auditAction } from "~/core/audit/audit-action.server";

interface ScheduleSide {
  report: string;
  frequency: string;
  hour: number;
  options: string;
}

export const reportScheduled = auditAction<null, ScheduleSide>("report.scheduled", "Scheduled a report");
export const reportUnscheduled = auditAction<ScheduleSide, null>(
  "report.unscheduled",
  "Removed the schedule of a report",
);
