import { declareModule, derived } from "~/core/module.server";

import * as audit from "./audit.server";
import { reportsCalls } from "./calls.server";
import { reportFailed, reportReady } from "./mail-report.server";
import { startDueReports } from "./start-due-reports.server";
import { forgetReportRows } from "./write-report.server";

export const reportsModule = declareModule({
  folder: "core/reports",
  calls: { reports: reportsCalls },
  declares: [
    derived("task", ({ reports }) => startDueReports(reports)),
    forgetReportRows,
    reportReady,
    reportFailed,
    audit,
  ],
});
