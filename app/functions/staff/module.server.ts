import { defineModule } from "~/core/module.server";
import { personImportHandler } from "~/domain/registrations/imports/person-import.server";
import { staffContract, staffExports } from "./contract";
import { staffFunction } from "./function";
import { staffList } from "./list";
import { staffExportsRouter, staffRouter } from "./staff.server";
import { staffImport } from "./staff-import";
import { staffReport } from "./staff-report.server";

export const staffModule = defineModule({
  folder: "functions/staff",
  entry: staffFunction,
  calls: {
    contract: { staff: staffContract, exports: staffExports },
    router: { staff: staffRouter, exports: staffExportsRouter },
  },
  lists: [staffList],
  exports: [staffReport],
  imports: [personImportHandler({ kind: staffImport, registers: "staff" })],
});
