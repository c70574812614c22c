import { auditAction } from "~/core/audit/audit-action.server";
import type { WrittenSheet } from "~/platform/sheets/streamed-workbook.server";
import { pluralize } from "~/platform/text/pluralize";

/** A report was created. Its sheets have rows of different kinds, so they aren't added up. */
export const reportCreated = auditAction<
  null,
  { report: string; parameters: string; sheets: readonly WrittenSheet[] }
>("report.created", "Created a report", {
  describe: (_before, { report, parameters, sheets }) =>
    [
      { field: "Report", after: report },
      { field: "Parameters", after: parameters },
      ...sheets.map(({ name, rows }) => ({ field: name, after: pluralize(rows, "row") })),
    ]
      .filter(({ after }) => after !== "")
      .map((change) => ({ ...change, before: "" })),
});

interface ScheduleSide {
  report: string;
  frequency: string;
  hour: number;
  options: string;
  /** Who else gets it, and how. */
  email: string;
}

export const reportScheduled = auditAction<null, ScheduleSide>("report.scheduled", "Scheduled a report");
export const reportUnscheduled = auditAction<ScheduleSide, null>(
  "report.unscheduled",
  "Removed the schedule of a report",
);
