import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { exportJob } from "./export-job.server";
import { exportPages } from "./pages";

export const exportsModule = defineModule({
  folder: "core/exports",
  pages: exportPages,
  jobs: [({ exports }) => exportJob(exports)],
  audit,
});
