import { declareModule } from "~/core/module.server";
import { importedPersons } from "~/domain/registrations/imports/person-import.server";
import { staffCalls, staffExportCalls } from "./calls.server";
import { staffFunction } from "./function";
import { importForm } from "./import";
import { staffList, staffSheet } from "./list.server";

export const staffModule = declareModule({
  folder: "functions/staff",
  entry: staffFunction,
  calls: { staff: staffCalls, exports: staffExportCalls },
  declares: [staffList, staffSheet, importedPersons({ form: importForm, registers: "staff" })],
});
