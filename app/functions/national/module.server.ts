import { declareModule } from "~/core/module.server";
import { importedPersons } from "~/domain/registrations/imports/person-import.server";
import { nationalCalls, nationalExportCalls, nationalImportCalls } from "./calls.server";
import { nationalFunction } from "./function";
import { nationalList, nationalSheet } from "./list.server";
import { nationalImport } from "./national-import";

export const nationalModule = declareModule({
  folder: "functions/national",
  entry: nationalFunction,
  calls: { national: nationalCalls, exports: nationalExportCalls, imports: nationalImportCalls },
  declares: [nationalList, nationalSheet, importedPersons({ form: nationalImport, registers: null })],
});
