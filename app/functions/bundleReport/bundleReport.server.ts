import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { startReport } from "~/core/reports/start-report.server";
import { badRequest } from "~/platform/errors";
import { bundleReport } from "./bundle-report.server";
import { bundleContract } from "./contract";
import { problemOfOptions } from "./options";

const calls = implement(bundleContract).$context<CallContext>().use(guard);

export const bundleRouter = calls.router({
  report: calls.report.handler(({ input, context }) => {
    const { date_from: dateFrom, date_to: dateTo, bundle, component } = input;
    const problem = problemOfOptions({ bundle, component });
    if (problem) throw badRequest(problem);
    return startReport(context, bundleReport, {
      dates: { dateFrom, dateTo },
      options: { bundle, component },
    });
  }),
});
