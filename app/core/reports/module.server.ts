import { declareModule, derived } from "~/core/module.server";

import * as audit from "./audit.server";
import { reportsCalls } from "./calls.server";
import { forgetReportRows } from "./keep-rows.server";
import * as mails from "./mail-texts.server";
import { startDueReports } from "./start-due-reports.server";

export const reportsModule = declareModule({
  folder: "core/reports",
  calls: { reports: reportsCalls },
  declares: [derived("task", ({ reports }) => startDueReports(reports)), forgetReportRows, mails, audit],
});
