import { declareModule } from "~/core/module.server";
import { importedPersons } from "~/domain/registrations/imports/person-import.server";
import { studentCalls, studentExportCalls, studentImportCalls } from "./calls.server";
import { publishDiscountLimit } from "./discount-limit.server";
import { studentsFunction } from "./function";
import { importForm } from "./import";
import { studentsList, studentsSheet } from "./list.server";

export const studentsModule = declareModule({
  folder: "functions/students",
  entry: studentsFunction,
  calls: { students: studentCalls, exports: studentExportCalls, imports: studentImportCalls },
  declares: [
    studentsList,
    publishDiscountLimit,
    studentsSheet,
    importedPersons({ form: importForm, registers: "student" }),
  ],
});
