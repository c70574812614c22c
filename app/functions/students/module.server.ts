import { defineModule } from "~/core/module.server";
import { personImportHandler } from "~/domain/registrations/imports/person-import.server";
import { studentCalls, studentExportCalls, studentImportCalls } from "./calls.server";
import { studentsFunction } from "./function";
import { studentsList } from "./list";
import { publishDiscountLimit } from "./publish-limit.server";
import { studentImport } from "./student-import";
import { studentReport } from "./student-report.server";

const calls = { students: studentCalls, exports: studentExportCalls, imports: studentImportCalls };

export const studentsModule = defineModule({
  folder: "functions/students",
  entry: studentsFunction,
  calls: { contract: calls, router: calls as never },
  lists: [studentsList],
  tasks: [publishDiscountLimit],
  exports: [studentReport],
  imports: [personImportHandler({ kind: studentImport, registers: "student" })],
});
