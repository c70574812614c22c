import { z } from "zod";
import { call } from "~/core/call.server";
import { deliveryFields } from "~/core/exports/delivery.server";
import { reportDate } from "~/core/reports/fields";
import { reportStarted } from "~/core/reports/schemas";
import { startReport } from "~/core/reports/start-report.server";
import { knotReport } from "./knot-report.server";

/** The call of the Knot report. Its history and schedules are those of all reports. */
export const knotCalls = {
  report: call("GET /knot", {
    for: "showKnotReport",
    summary: "Create the report on orders per day and partner as a job, and email its link to the caller",
    input: z.object({ dateFrom: reportDate, dateTo: reportDate, ...deliveryFields }),
    output: reportStarted,
    run: (context, { dateFrom, dateTo, ...delivery }) =>
      startReport(context, knotReport, { dates: { dateFrom, dateTo }, options: {}, delivery }),
  }),
};
