import { declareModule } from "~/core/module.server";
import { salsifyCalls } from "./calls.server";
import { salsifyFieldsList } from "./fields";
import { salsifyFunction } from "./function";
import { salsifyReport } from "./salsify-report.server";
import { monitoredFieldsChanged, monitoredFieldsSubject } from "./stored-fields.server";

export const salsifyReportModule = declareModule({
  folder: "functions/salsify",
  entry: salsifyFunction,
  calls: { salsify: salsifyCalls },
  declares: [salsifyFieldsList, salsifyReport, monitoredFieldsSubject, monitoredFieldsChanged],
});
