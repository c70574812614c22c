import { declareModule } from "~/core/module.server";

import { removeExpiredFiles } from "~/platform/files/remove.server";
import * as audit from "./audit.server";
import { filesCalls } from "./calls.server";
import { eraseFiles } from "./erase-files.server";
import { filePages } from "./pages";

export const filesModule = declareModule({
  folder: "core/files",
  entry: filePages,
  calls: { files: filesCalls },
  declares: [removeExpiredFiles, audit, eraseFiles],
});
