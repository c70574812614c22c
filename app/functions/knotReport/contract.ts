import { z } from "zod";
import { reportStarted } from "~/core/reports/contract";
import { reportDate } from "~/core/reports/fields";
import { call } from "~/platform/contract/call";

/** The call of the Knot report. Its history and schedules are those of all reports. */
export const knotContract = {
  report: call("showKnotReport")
    .route({
      method: "GET",
      path: "/knot",
      summary: "Create the report on orders per day and partner as a job, and email its link to the caller",
    })
    .input(z.object({ dateFrom: reportDate, dateTo: reportDate }))
    .output(reportStarted),
};
