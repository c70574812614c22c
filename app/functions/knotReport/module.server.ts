import { declareModule } from "~/core/module.server";

import { knotCalls } from "./calls.server";
import { knotReportFunction } from "./function";
import { knotReport } from "./knot-report.server";

export const knotReportModule = declareModule({
  folder: "functions/knotReport",
  entry: knotReportFunction,
  calls: { knot: knotCalls },
  declares: [knotReport],
});
