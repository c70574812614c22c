import { defineModule } from "~/core/module.server";
import { personImportHandler } from "~/domain/registrations/imports/person-import.server";
import { staffCalls, staffExportCalls } from "./calls.server";
import { staffFunction } from "./function";
import { staffList } from "./list";
import { staffImport } from "./staff-import";
import { staffReport } from "./staff-report.server";

const calls = { staff: staffCalls, exports: staffExportCalls };

export const staffModule = defineModule({
  folder: "functions/staff",
  entry: staffFunction,
  calls: { contract: calls, router: calls as never },
  lists: [staffList],
  exports: [staffReport],
  imports: [personImportHandler({ kind: staffImport, registers: "staff" })],
});
