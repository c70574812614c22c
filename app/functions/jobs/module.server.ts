import { declareModule } from "~/core/module.server";
import { jobStates } from "~/platform/jobs/transitions.server";
import { jobsCalls } from "./calls.server";
import { jobCanceled, jobPaused, jobResumed, jobRetried } from "./change.server";
import * as desk from "./desk.server";
import { eraseJobItems } from "./erase-job-items.server";
import { jobsFunction } from "./function";
import { jobItemsList, jobsList } from "./list.server";
import * as palette from "./palette.server";
import { pruneJobItems, pruneJobs } from "./prune-jobs.server";
import { resultFileJob } from "./read.server";

export const jobsModule = declareModule({
  folder: "functions/jobs",
  entry: jobsFunction,
  calls: { jobs: jobsCalls },
  declares: [
    palette,
    jobsList,
    jobStates,
    jobItemsList,
    resultFileJob,
    jobCanceled,
    jobPaused,
    jobResumed,
    jobRetried,
    eraseJobItems,
    desk,
    pruneJobItems,
    pruneJobs,
  ],
});
