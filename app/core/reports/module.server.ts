import { declareModule, derived } from "~/core/module.server";

import * as audit from "./audit.server";
import { reportsCalls } from "./calls.server";
import { eraseRecipients } from "./erase-recipients.server";
import { reportAttached, reportFailed, reportReady } from "./mail-texts.server";
import { startDueReports } from "./start-due-reports.server";
import { forgetReportRows } from "./write-report.server";

export const reportsModule = declareModule({
  folder: "core/reports",
  calls: { reports: reportsCalls },
  declares: [
    derived("task", ({ reports }) => startDueReports(reports)),
    forgetReportRows,
    eraseRecipients,
    reportReady,
    reportAttached,
    reportFailed,
    audit,
  ],
});
