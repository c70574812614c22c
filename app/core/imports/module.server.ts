import { declareModule, derived } from "~/core/module.server";

import { importsCalls } from "./calls.server";
import { importDiscarded } from "./discarded-import.server";
import { eraseImportRows, forgetOldDrafts, forgetOldImports, forgetWaitingFiles } from "./forget.server";
import { importPages } from "./pages";
import { importRowsFileJob } from "./rows-file.server";
import { importStarted, importUndoStarted, undoOfImports } from "./start.server";
import { undoImportJob, writeImportJob } from "./write-job.server";

export const importsModule = declareModule({
  folder: "core/imports",
  entry: importPages,
  calls: { imports: importsCalls },
  declares: [
    derived("job", writeImportJob),
    derived("job", undoImportJob),
    derived("job", importRowsFileJob),
    derived("task", forgetOldDrafts),
    derived("task", forgetWaitingFiles),
    forgetOldImports,
    importStarted,
    importUndoStarted,
    importDiscarded,
    undoOfImports,
    eraseImportRows,
  ],
});
