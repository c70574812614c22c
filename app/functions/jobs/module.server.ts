import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { jobsContract } from "./contract";
import * as desk from "./desk.server";
import { eraseJobItems } from "./erase-job-items.server";
import { jobsFunction } from "./function";
import { jobsRouter } from "./jobs.server";
import { jobItemsList, jobsList } from "./list";
import { resultFileJob } from "./result-file.server";

export const jobsModule = defineModule({
  folder: "functions/jobs",
  entry: jobsFunction,
  calls: { contract: { jobs: jobsContract }, router: { jobs: jobsRouter } },
  lists: [jobsList, jobItemsList],
  jobs: [resultFileJob],
  audit,
  erasures: [eraseJobItems],
  desk,
});
