import { declareModule, derived } from "~/core/module.server";

import * as audit from "./audit.server";
import { exportJob } from "./export-job.server";
import { exportPages } from "./pages";

export const exportsModule = declareModule({
  folder: "core/exports",
  entry: exportPages,
  declares: [derived("job", ({ exports }) => exportJob(exports)), audit],
});
