import { z } from "zod";
import { reportStarted } from "~/core/reports/contract";
import { queryFlag, reportDate } from "~/core/reports/fields";
import { call } from "~/platform/contract/call";

/** The call of the bundle report. Its history and schedules are those of all reports. */
export const bundleContract = {
  report: call("showBundleReport")
    .route({
      method: "GET",
      path: "/bundle/report",
      summary: "Create the report on bundles and their components as a job, and email its link to the caller",
    })
    .input(
      z.object({
        date_from: reportDate,
        date_to: reportDate,
        component: queryFlag.default(false),
        bundle: queryFlag.default(false),
      }),
    )
    .output(reportStarted),
};
