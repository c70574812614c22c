import { defineModule } from "~/core/module.server";
import { removeExpiredFiles } from "~/platform/files/remove.server";
import * as audit from "./audit.server";
import { filesRouter } from "./calls.server";
import { filesContract } from "./contract";
import { eraseFiles } from "./erase-files.server";
import { filePages } from "./pages";

export const filesModule = defineModule({
  folder: "core/files",
  pages: filePages,
  calls: { contract: { files: filesContract }, router: { files: filesRouter } },
  tasks: [removeExpiredFiles],
  audit,
  erasures: [eraseFiles],
});
