import { declareModule } from "~/core/module.server";

import { removeExpiredFiles } from "~/platform/files/writer.server";
import { eraseFiles, fileDownloaded, filesCalls } from "./calls.server";
import { filePages } from "./pages";

export const filesModule = declareModule({
  folder: "core/files",
  entry: filePages,
  calls: { files: filesCalls },
  declares: [removeExpiredFiles, fileDownloaded, eraseFiles],
});
