import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { salsifyContract } from "./contract";
import { salsifyFunction } from "./function";
import { salsifyFieldsList } from "./list";
import { salsifyRouter } from "./salsify.server";
import { salsifyReport } from "./salsify-report.server";

export const salsifyReportModule = defineModule({
  folder: "functions/salsify",
  entry: salsifyFunction,
  calls: { contract: { salsify: salsifyContract }, router: { salsify: salsifyRouter } },
  lists: [salsifyFieldsList],
  reports: [salsifyReport],
  audit,
});
