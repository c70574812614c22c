import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { startReport } from "~/core/reports/start-report.server";
import { knotContract } from "./contract";
import { knotReport } from "./knot-report.server";

const calls = implement(knotContract).$context<CallContext>().use(guard);

export const knotRouter = calls.router({
  report: calls.report.handler(({ input: dates, context }) =>
    startReport(context, knotReport, { dates, options: {} }),
  ),
});
