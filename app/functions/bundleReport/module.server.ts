import { defineModule } from "~/core/module.server";
import { bundleReport } from "./bundle-report.server";
import { bundleRouter } from "./bundleReport.server";
import { bundleContract } from "./contract";
import { bundleReportFunction } from "./function";

export const bundleReportModule = defineModule({
  folder: "functions/bundleReport",
  entry: bundleReportFunction,
  calls: { contract: { bundle: bundleContract }, router: { bundle: bundleRouter } },
  reports: [bundleReport],
});
