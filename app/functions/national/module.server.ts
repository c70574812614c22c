import { defineModule } from "~/core/module.server";
import { personImportHandler } from "~/domain/registrations/imports/person-import.server";
import { nationalContract, nationalExports, nationalImports } from "./contract";
import { nationalFunction } from "./function";
import { nationalList } from "./list";
import { nationalRouter } from "./national.server";
import { nationalExportsRouter } from "./national-exports.server";
import { nationalImport } from "./national-import";
import { nationalImportsRouter } from "./national-imports.server";
import { nationalReport } from "./national-report.server";

export const nationalModule = defineModule({
  folder: "functions/national",
  entry: nationalFunction,
  calls: {
    contract: { national: nationalContract, exports: nationalExports, imports: nationalImports },
    router: { national: nationalRouter, exports: nationalExportsRouter, imports: nationalImportsRouter },
  },
  lists: [nationalList],
  exports: [nationalReport],
  imports: [personImportHandler({ kind: nationalImport, registers: null })],
});
