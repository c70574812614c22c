import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { importsRouter } from "./calls.server";
import { importsContract } from "./contract";
import { eraseImportRows } from "./erase-import-rows.server";
import { forgetOldImports } from "./forget.server";
import { importPages } from "./pages";
import { importRowsFileJob } from "./rows-file.server";
import { undoOfImports } from "./undo-of-imports.server";
import { undoImportJob, writeImportJob } from "./write-job.server";

export const importsModule = defineModule({
  folder: "core/imports",
  pages: importPages,
  calls: { contract: { imports: importsContract }, router: { imports: importsRouter } },
  jobs: [writeImportJob, undoImportJob, importRowsFileJob],
  tasks: [forgetOldImports],
  audit,
  hooks: [undoOfImports],
  erasures: [eraseImportRows],
});
