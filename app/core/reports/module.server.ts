import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { reportsContract } from "./contract";
import * as mails from "./mail-texts.server";
import { reportsRouter } from "./reports.server";
import { startDueReports } from "./start-due-reports.server";

export const reportsModule = defineModule({
  folder: "core/reports",
  calls: { contract: { reports: reportsContract }, router: { reports: reportsRouter } },
  tasks: [({ reports }) => startDueReports(reports)],
  mails,
  audit,
});
