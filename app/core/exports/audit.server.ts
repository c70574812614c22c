import { auditAction } from "~/core/audit/audit-action.server";

export const reportExported = auditAction<null, { report: string; rows: number; which: string }>(
  "report.exported",
  "Exported a list",
);
