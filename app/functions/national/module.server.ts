import { declareModule } from "~/core/module.server";
import { importedPersons } from "~/domain/registrations/imports/person-import.server";
import { nationalCalls, nationalExportCalls, nationalImportCalls } from "./calls.server";
import { nationalFunction } from "./function";
import { importForm } from "./import";
import { nationalList, nationalSheet } from "./list.server";

export const nationalModule = declareModule({
  folder: "functions/national",
  entry: nationalFunction,
  calls: { national: nationalCalls, exports: nationalExportCalls, imports: nationalImportCalls },
  declares: [nationalList, nationalSheet, importedPersons({ form: importForm, registers: null })],
});
