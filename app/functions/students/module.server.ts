import { declareModule } from "~/core/module.server";

import { importedPersons } from "~/domain/registrations/imports/person-import.server";
import { studentCalls, studentExportCalls, studentImportCalls } from "./calls.server";
import { publishDiscountLimit } from "./discount-limit.server";
import { studentsFunction } from "./function";
import { studentsList } from "./list";
import { studentImport } from "./student-import";
import { studentReport } from "./student-report.server";

export const studentsModule = declareModule({
  folder: "functions/students",
  entry: studentsFunction,
  calls: { students: studentCalls, exports: studentExportCalls, imports: studentImportCalls },
  declares: [
    studentsList,
    publishDiscountLimit,
    studentReport,
    importedPersons({ kind: studentImport, registers: "student" }),
  ],
});
