import { defineModule } from "~/core/module.server";
import { dashboardContract } from "./contract";
import { dashboardRouter } from "./dashboard.server";
import { snapshotsReport } from "./export-snapshots.server";
import { dashboardFunction } from "./function";
import * as mails from "./mail-texts.server";
import { requestDueSnapshot, takeScheduledSnapshot } from "./take-snapshot.server";

export const dashboardModule = defineModule({
  folder: "functions/dashboard",
  entry: dashboardFunction,
  calls: { contract: { dashboard: dashboardContract }, router: { dashboard: dashboardRouter } },
  exports: [snapshotsReport],
  tasks: [takeScheduledSnapshot],
  onSignIn: requestDueSnapshot,
  mails,
});
