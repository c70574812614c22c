import { declareModule, derived } from "~/core/module.server";

import * as audit from "./audit.server";
import { exportJob } from "./export-job.server";

export const exportsModule = declareModule({
  folder: "core/exports",
  declares: [derived("job", ({ exports }) => exportJob(exports)), audit],
});
