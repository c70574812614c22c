import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { asCallError, guard } from "~/core/guard.server";
import { mayUse } from "~/platform/auth/permission";
import { forbidden } from "~/platform/errors";
import { reportsContract } from "./contract";
import { listReportRuns } from "./list-runs.server";
import type { ReportKind } from "./report-kind.server";
import { addSchedule, listSchedules, removeSchedule } from "./schedules.server";

const calls = implement(reportsContract)
  .$context<CallContext>()
  // Before the guard, so that a caller without any report's flag is refused before the input is read.
  .use(async ({ context, next, path }) => {
    if (!mayUseAnyReport(context)) throw asCallError(forbidden(), path.join("."));
    return next();
  })
  .use(guard);

const mayUseAnyReport = ({ declarations, administrator }: CallContext): boolean =>
  administrator.isOwner || [...declarations.reports.values()].some(({ flag }) => mayUse(administrator, flag));

/** @throws 403 without the report's flag, also for a report that doesn't exist */
function requireReport({ declarations, administrator }: CallContext, name: string): ReportKind {
  const kind = declarations.reports.get(name);
  if (!kind || !mayUse(administrator, kind.flag)) throw forbidden();
  return kind;
}

export const reportsRouter = calls.router({
  runs: calls.runs.handler(({ input, context }) =>
    listReportRuns(context, requireReport(context, input.report)),
  ),
  schedules: calls.schedules.handler(({ input, context }) =>
    listSchedules(context, requireReport(context, input.report)),
  ),
  addSchedule: calls.addSchedule.handler(({ input: { report, ...schedule }, context }) =>
    addSchedule(context, requireReport(context, report), schedule),
  ),
  removeSchedule: calls.removeSchedule.handler(({ input, context }) =>
    removeSchedule(context, requireReport(context, input.report), input.id),
  ),
});
