import { declareModule } from "~/core/module.server";

import { bundleReport } from "./bundle-report.server";
import { bundleCalls } from "./calls.server";
import { bundleReportFunction } from "./function";

export const bundleReportModule = declareModule({
  folder: "functions/bundleReport",
  entry: bundleReportFunction,
  calls: { bundle: bundleCalls },
  declares: [bundleReport],
});
