import { declareModule, derived } from "~/core/module.server";

import { exportJob, reportExported } from "./export-job.server";

export const exportsModule = declareModule({
  folder: "core/exports",
  declares: [derived("job", ({ exports }) => exportJob(exports)), reportExported],
});
