import { defineModule } from "~/core/module.server";
import { personImportHandler } from "~/domain/registrations/imports/person-import.server";
import { studentExports, studentImports, studentsContract } from "./contract";
import { studentsFunction } from "./function";
import { studentsList } from "./list";
import { publishDiscountLimit } from "./publish-limit.server";
import { studentImport } from "./student-import";
import { studentReport } from "./student-report.server";
import { studentExportsRouter, studentImportsRouter, studentsRouter } from "./students.server";

export const studentsModule = defineModule({
  folder: "functions/students",
  entry: studentsFunction,
  calls: {
    contract: { students: studentsContract, exports: studentExports, imports: studentImports },
    router: { students: studentsRouter, exports: studentExportsRouter, imports: studentImportsRouter },
  },
  lists: [studentsList],
  tasks: [publishDiscountLimit],
  exports: [studentReport],
  imports: [personImportHandler({ kind: studentImport, registers: "student" })],
});
