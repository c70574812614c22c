import { declareModule } from "~/core/module.server";

import * as audit from "./audit.server";
import { salsifyCalls } from "./calls.server";
import { salsifyFieldsList } from "./fields";
import { salsifyFunction } from "./function";
import { salsifyReport } from "./salsify-report.server";

export const salsifyReportModule = declareModule({
  folder: "functions/salsify",
  entry: salsifyFunction,
  calls: { salsify: salsifyCalls },
  declares: [salsifyFieldsList, salsifyReport, audit],
});
