import { declareModule } from "~/core/module.server";

import { importedPersons } from "~/domain/registrations/imports/person-import.server";
import { staffCalls, staffExportCalls } from "./calls.server";
import { staffFunction } from "./function";
import { staffList } from "./list";
import { staffImport } from "./staff-import";
import { staffReport } from "./staff-report.server";

export const staffModule = declareModule({
  folder: "functions/staff",
  entry: staffFunction,
  calls: { staff: staffCalls, exports: staffExportCalls },
  declares: [staffList, staffReport, importedPersons({ kind: staffImport, registers: "staff" })],
});
