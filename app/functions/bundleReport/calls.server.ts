import { z } from "zod";
import { call } from "~/core/call.server";
import { deliveryFields } from "~/core/exports/delivery.server";
import { queryFlag, reportDate } from "~/core/reports/fields";
import { reportStarted } from "~/core/reports/schemas";
import { startReport } from "~/core/reports/start-report.server";
import { badRequest } from "~/platform/errors";
import { bundleReport } from "./bundle-report.server";
import { problemOfOptions } from "./options";

/** The call of the bundle report. Its history and schedules are those of all reports. */
export const bundleCalls = {
  report: call("GET /bundle/report", {
    for: "showBundleReport",
    summary: "Create the report on bundles and their components as a job, and email its link to the caller",
    input: z.object({
      date_from: reportDate,
      date_to: reportDate,
      component: queryFlag.default(false),
      bundle: queryFlag.default(false),
      ...deliveryFields,
    }),
    output: reportStarted,
    run(context, input) {
      const { date_from: dateFrom, date_to: dateTo, bundle, component, ...delivery } = input;
      const problem = problemOfOptions({ bundle, component });
      if (problem) throw badRequest(problem);
      return startReport(context, bundleReport, {
        dates: { dateFrom, dateTo },
        options: { bundle, component },
        delivery,
      });
    },
  }),
};
