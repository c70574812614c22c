import { atSignIn } from "~/core/installation.server";
import { declareModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { dashboardCalls } from "./calls.server";
import { dashboardFunction } from "./function";
import {
  requestDueSnapshot,
  snapshotsExport,
  snapshotsSheet,
  takeScheduledSnapshot,
} from "./snapshots.server";

export const dashboardModule = declareModule({
  folder: "functions/dashboard",
  entry: dashboardFunction,
  calls: { dashboard: dashboardCalls },
  declares: [snapshotsSheet, takeScheduledSnapshot, atSignIn(requestDueSnapshot), audit, snapshotsExport],
});
