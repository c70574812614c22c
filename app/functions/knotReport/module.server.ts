import { defineModule } from "~/core/module.server";
import { knotContract } from "./contract";
import { knotReportFunction } from "./function";
import { knotReport } from "./knot-report.server";
import { knotRouter } from "./knotReport.server";

export const knotReportModule = defineModule({
  folder: "functions/knotReport",
  entry: knotReportFunction,
  calls: { contract: { knot: knotContract }, router: { knot: knotRouter } },
  reports: [knotReport],
});
