import { declareModule } from "~/core/module.server";
import { importedPersons } from "~/domain/registrations/imports/person-import.server";
import { staffCalls, staffExportCalls } from "./calls.server";
import { staffFunction } from "./function";
import { staffList, staffSheet } from "./list.server";
import { staffImport } from "./staff-import";

export const staffModule = declareModule({
  folder: "functions/staff",
  entry: staffFunction,
  calls: { staff: staffCalls, exports: staffExportCalls },
  declares: [staffList, staffSheet, importedPersons({ form: staffImport, registers: "staff" })],
});
