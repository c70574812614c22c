import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { startMailedExport } from "~/core/exports/start-mailed-export.server";
import { guard } from "~/core/guard.server";
import { isoDateIn } from "~/platform/dates/instant";
import { badRequest } from "~/platform/errors";
import { pluralize } from "~/platform/text/pluralize";
import { dashboardContract } from "./contract";
import { snapshotsReport } from "./export-snapshots.server";
import { REFRESHED } from "./messages";
import { type DateRange, defaultRange, rangeProblems } from "./range";
import { readFirstDay, readLatest, readSeries } from "./read-series.server";
import { takeSnapshot } from "./take-snapshot.server";

const calls = implement(dashboardContract).$context<CallContext>().use(guard);

/** The days of a request. @throws 400 for days after today, and for a first day after the last one */
function rangeOf(days: Partial<DateRange>, { shop, clock }: CallContext): DateRange {
  const today = isoDateIn(clock.now(), shop.timeZone);
  const range = defaultRange(today, days);
  const problems = rangeProblems(range, today);
  const [problem] = Object.values(problems);
  if (problem) throw badRequest(problem, problems);
  return range;
}

/** The calls of the customer dashboard. */
export const dashboardRouter = calls.router({
  metric: calls.metric.handler(async ({ input: { metricName, ...days }, context }) => ({
    status: true as const,
    msg: "",
    data: await readSeries(context.shop, metricName, rangeOf(days, context)),
  })),
  export: calls.export.handler(({ input: { operationId, ...days }, context }) =>
    startMailedExport(
      context,
      snapshotsReport,
      { part: "", searchType: "Email", searchValue: "", sort: "date asc", filter: rangeOf(days, context) },
      operationId,
    ),
  ),
  refresh: calls.refresh.handler(async ({ context: { shop, clock } }) => {
    const readAt = await takeSnapshot(shop, clock);
    return { status: true as const, msg: REFRESHED, readAt: readAt.toISOString() };
  }),
  history: calls.history.handler(async ({ context: { shop } }) => {
    const [since, latest] = await Promise.all([readFirstDay(shop), readLatest(shop)]);
    return { status: true as const, msg: "", since, readAt: latest?.readAt.toISOString() ?? null };
  }),
  figure: calls.figure.handler(async ({ context: { shop } }) => {
    const latest = await readLatest(shop);
    if (!latest) return { text: "No figures yet", asOf: null };
    const { total, isTotalExact, readAt } = latest;
    const count = pluralize(total, "customer");
    return { text: isTotalExact ? count : `At least ${count}`, asOf: readAt.toISOString() };
  }),
});
